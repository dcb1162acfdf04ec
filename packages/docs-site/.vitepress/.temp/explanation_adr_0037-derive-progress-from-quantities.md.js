import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"37. Derive progress from quantities, not from statuses","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0037-derive-progress-from-quantities.md","filePath":"docs/explanation/adr/0037-derive-progress-from-quantities.md"}');
const _sfc_main = { name: "explanation/adr/0037-derive-progress-from-quantities.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="37-derive-progress-from-quantities-not-from-statuses" tabindex="-1">37. Derive progress from quantities, not from statuses <a class="header-anchor" href="#37-derive-progress-from-quantities-not-from-statuses" aria-label="Permalink to &quot;37. Derive progress from quantities, not from statuses&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> A status can be requested while the goods are elsewhere: a delivered one for a part of a shipment, a cancelled one for one line of two, <code>NotCollected</code> for goods that nobody cancelled. Steps that believed the status captured and took everything at the second partial delivery, freed what was still to be sent, and kept a customer&#39;s money authorised for goods that were back on the shelf.</p><p><strong>Decision.</strong> What is captured, voided, reserved, taken out of stock and completed follows from the quantities of lines and shipments and from the movements so far. A status only says which steps run, and for a delivered or cancelled one which open quantities it changes. Withdrawals are cumulative in both directions: less delivered than before puts the difference back. A status of the order follows from its shipments; a delivered or cancelled one is taken only when the goods agree.</p><p>Two statuses are known by name, because quantities cannot express them: <code>PartiallyShipped</code>, and <code>NotCollected</code>, which ends money and reservations without a cancellation.</p><p><strong>Consequences.</strong> A lower <code>deliveredQuantity</code> needs no stock count. Steps can be repeated and combined in any order type. A tenant whose status for goods left behind has another name has to name it <code>NotCollected</code>, or cancel. An order that was delivered without stock shows an error at its step until the stock is corrected. Rules: <a href="/docs/site/reference/behaviour/workflow.html#order-status-from-shipments">order status from shipments</a>, <a href="/docs/site/reference/behaviour/inventory.html#withdrawals">withdrawals</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0037-derive-progress-from-quantities.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0037DeriveProgressFromQuantities = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0037DeriveProgressFromQuantities as default
};
