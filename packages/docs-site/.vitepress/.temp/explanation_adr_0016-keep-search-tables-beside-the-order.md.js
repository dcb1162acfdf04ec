import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"16. Keep search tables and counts beside the order","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0016-keep-search-tables-beside-the-order.md","filePath":"docs/explanation/adr/0016-keep-search-tables-beside-the-order.md"}');
const _sfc_main = { name: "explanation/adr/0016-keep-search-tables-beside-the-order.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="16-keep-search-tables-and-counts-beside-the-order" tabindex="-1">16. Keep search tables and counts beside the order <a class="header-anchor" href="#16-keep-search-tables-and-counts-beside-the-order" aria-label="Permalink to &quot;16. Keep search tables and counts beside the order&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Searches filter, sort and count a million orders by some sixty criteria, and a response must include every write that was completed before it. Every index on the order&#39;s own row would be rewritten with every change of the document. An exact <code>totalHits</code> and facets by scanning cost more the more orders there are.</p><p><strong>Decision.</strong> Every write fills, in its own statement, three further places:</p><ul><li><code>order_search</code>: one narrow row of typed columns with the indexes of filters and sorts;</li><li><code>order_term</code>: the words of the order, for filters that compare a whole value (<code>tag:vip</code>, <code>sku:CUP</code>) and for free text by trigrams. It is rewritten only when a word changes, because its indexes are expensive;</li><li><code>order_count_delta</code>: plus or minus one for the combination of everything that facets count (status, store, market, type, channel, payment status, tags, shipping methods). A background job folds these rows into <code>order_count</code>.</li></ul><p>A search whose filters are all among those dimensions takes its total and its facets from the two tables of counts, in one statement with its page; any other groups the matching rows of <code>order_search</code> once and takes both from that. Texts compare byte by byte (<code>COLLATE &quot;C&quot;</code>): the order of results depends on nothing that is installed beside the database, and names sort by code point of their lower case.</p><p><strong>Consequences.</strong> No search engine has to be operated. Counting costs as much as there are combinations, not orders; a tenant that gives each order a tag of its own falls back to the cost of a scan. A write has four more rows. Orders written before these tables existed are indexed in the background after the start.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0016-keep-search-tables-beside-the-order.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0016KeepSearchTablesBesideTheOrder = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0016KeepSearchTablesBesideTheOrder as default
};
