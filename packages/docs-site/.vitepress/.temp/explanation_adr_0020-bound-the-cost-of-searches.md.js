import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"20. Bound the cost of a search plan","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0020-bound-the-cost-of-searches.md","filePath":"docs/explanation/adr/0020-bound-the-cost-of-searches.md"}');
const _sfc_main = { name: "explanation/adr/0020-bound-the-cost-of-searches.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="20-bound-the-cost-of-a-search-plan" tabindex="-1">20. Bound the cost of a search plan <a class="header-anchor" href="#20-bound-the-cost-of-a-search-plan" aria-label="Permalink to &quot;20. Bound the cost of a search plan&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> A search combines any of sixty filters with any of fifteen sort orders, over data whose values correlate: new orders have status New, an old campaign has old orders. A plan that suits one value is slow for the next. The planner assumes independent values and may scan the index of the sort order past a million orders to find twenty at its end.</p><p><strong>Decision.</strong></p><ul><li>Search statements are never named: each is planned for its values. They run in one read-only transaction, so that the total, the facets and the page are of one moment, with settings of its own: no compilation, memory to group by hashes, costs of cached pages.</li><li>The total is known before the page is read. A small result is read as a whole and sorted. For a large one the scan of the index has a fifth of a second; after that the result is read and sorted, too. For several words the scan may not be replaced by a sort (<code>enable_sort = off</code>): the planner takes names that go together for rare. The first page of a full name that 12,231 of 300,000 orders have took 114 to 125 ms, and takes 48 to 68.</li><li>All dimensions of facets are also one number in the row, made by the database. Matching orders are grouped by it; for ranges of the creation and modification dates the index contains it.</li><li>Of a free text, the count and the page of at most 5,000 matches are one statement: finding them is nine tenths of the cost, so it is done once.</li><li>Filters by words alone are counted in <code>order_term</code> alone, which knows the store and whether the order is deleted.</li><li>Facets have the time budget of the tenant and are left out beyond it. The total has no budget: it is exact.</li></ul><p><strong>Consequences.</strong> What a search costs grows with the page, or with the orders it finds, not with the table. Two exceptions remain linear with small factors: words of one or two letters, which no index of triples can find, and the exact total of words that a large part of all orders have. The database should have memory for the search tables; with little, these two become several times slower.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0020-bound-the-cost-of-searches.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0020BoundTheCostOfSearches = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0020BoundTheCostOfSearches as default
};
