import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"101. Keep where an order is to be picked","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0101-keep-where-an-order-is-to-be-picked.md","filePath":"docs/explanation/adr/0101-keep-where-an-order-is-to-be-picked.md"}');
const _sfc_main = { name: "explanation/adr/0101-keep-where-an-order-is-to-be-picked.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="101-keep-where-an-order-is-to-be-picked" tabindex="-1">101. Keep where an order is to be picked <a class="header-anchor" href="#101-keep-where-an-order-is-to-be-picked" aria-label="Permalink to &quot;101. Keep where an order is to be picked&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-28</p><p><strong>Context.</strong> &quot;To pick&quot; means open goods reserved in a warehouse, of orders that are paid, authorised or on invoice, and not held. Statuses do not say it: a paid order may wait for stock, and one in a picking status may be held. The list for one warehouse must be fast among millions of finished orders.</p><p><strong>Decision.</strong> <code>withDerivedStatuses</code> derives <code>isPickable</code> in every write, as part of the order. In addition the search row has <code>pick_places</code>: an entry for each warehouse with pickable goods, null if there is none. A partial index on these rows keeps the list as small as the remaining work.</p><p>A place is <code>warehouse:CODE</code>, or <code>store:ID</code> for a shipment without a warehouse, which leaves from the first warehouse of its store. The search looks up that warehouse, not the write: when the configuration changes it, no order is written.</p><p>Considered: an expression over the document at search time. It reads every open order, and needs payment methods and stores of the configuration in SQL. Also considered: a table of pick tasks. It would be a second truth about quantities that lines and reservations have already.</p><p><strong>Consequences.</strong> <code>isPickable</code> changes with writes only: when a payment method becomes one on invoice, existing orders become pickable with their next write. A background task fills rows of an earlier version. Rules: <a href="/docs/site/reference/behaviour/inventory.html#pickable-goods">pickable goods</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0101-keep-where-an-order-is-to-be-picked.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0101KeepWhereAnOrderIsToBePicked = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0101KeepWhereAnOrderIsToBePicked as default
};
