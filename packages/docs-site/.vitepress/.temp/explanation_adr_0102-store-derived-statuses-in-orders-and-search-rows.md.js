import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"102. Store derived statuses in orders and search rows","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0102-store-derived-statuses-in-orders-and-search-rows.md","filePath":"docs/explanation/adr/0102-store-derived-statuses-in-orders-and-search-rows.md"}');
const _sfc_main = { name: "explanation/adr/0102-store-derived-statuses-in-orders-and-search-rows.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="102-store-derived-statuses-in-orders-and-search-rows" tabindex="-1">102. Store derived statuses in orders and search rows <a class="header-anchor" href="#102-store-derived-statuses-in-orders-and-search-rows" aria-label="Permalink to &quot;102. Store derived statuses in orders and search rows&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-28</p><p><strong>Context.</strong> <code>paymentStatus</code> and <code>fulfilmentStatus</code> follow from amounts and quantities of an order. Lists filter by them, facets count them, and clients show them. They could be calculated whenever an order is read.</p><p><strong>Decision.</strong> They are derived in one place, with every write, and stored: in the document, so that orders, versions and exports have what was true at that time, and as columns of <code>order_search</code>, for filters and facets. Values that a client sends are ignored. There is no endpoint to set them.</p><p>Facets count combinations of columns that are numbered in advance (<code>order_count</code>). The fulfilment status became part of the combination. A trigger assigns the number now, because a generated column would have rewritten the table under a lock. Without a fulfilment status it gives the number of the stored rows.</p><p>Considered: calculation on reading. A search cannot filter by it without reading all orders. Also considered: generated columns over the document. The rules need the order type, which is in the configuration.</p><p><strong>Consequences.</strong> A change of the configuration, such as a status that becomes a delivered one, shows in an order with its next write. Rows of an earlier version have null until a background task has derived them, in batches, while the service runs. Rules: <a href="/docs/site/reference/behaviour/money.html#payment-status">payment status</a>, <a href="/docs/site/reference/behaviour/shipments.html#fulfilment-status">fulfilment status</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0102-store-derived-statuses-in-orders-and-search-rows.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0102StoreDerivedStatusesInOrdersAndSearchRows = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0102StoreDerivedStatusesInOrdersAndSearchRows as default
};
