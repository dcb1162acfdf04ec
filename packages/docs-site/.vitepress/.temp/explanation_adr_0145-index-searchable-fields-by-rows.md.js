import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"145. Index searchable fields by rows","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0145-index-searchable-fields-by-rows.md","filePath":"docs/explanation/adr/0145-index-searchable-fields-by-rows.md"}');
const _sfc_main = { name: "explanation/adr/0145-index-searchable-fields-by-rows.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="145-index-searchable-fields-by-rows" tabindex="-1">145. Index searchable fields by rows <a class="header-anchor" href="#145-index-searchable-fields-by-rows" aria-label="Permalink to &quot;145. Index searchable fields by rows&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> Orders are to be filtered by ranges of declared fields and sorted by them, among a million orders, for fields that a shop names while the system runs. Equal values are found already, by the words in <code>order_term</code>.</p><p><strong>Decision.</strong> <code>order_field</code> has a row for each order and searchable field that has a value: a number or a text, with an index in each sort order. It is written with the order, in the same statement, and costs nothing where no field is searchable. <code>searchable_field</code> says which fields all orders have rows of; a job makes those of a new one.</p><p>A page in the sort order of a field is read from the index, joined with the orders of the filter; those without a value follow behind it in one <code>UNION ALL</code>, which is not reached as long as the first part fills the page. Few orders are sorted after they are found, as in <a href="/docs/site/explanation/adr/0020-bound-the-cost-of-searches.html">ADR 20</a>.</p><p>Considered: an index on an expression of the document per field (the service may not create one, and each would be made while orders are written); a <code>jsonb</code> column with a GIN index (no ranges, no order); numbered columns in <code>order_search</code> (a limit, and every row wider).</p><p><strong>Consequences.</strong> A field that becomes searchable finds all orders only when the job is through: a hundred orders in a transaction, so that writes wait for a moment. Rows of a field that is no longer searchable are removed. Rules: <a href="/docs/site/reference/behaviour/search.html#searchable-fields">search</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0145-index-searchable-fields-by-rows.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0145IndexSearchableFieldsByRows = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0145IndexSearchableFieldsByRows as default
};
