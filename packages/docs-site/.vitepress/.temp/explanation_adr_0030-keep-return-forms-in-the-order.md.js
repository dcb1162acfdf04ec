import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"30. Keep return forms in the order and calculate what is returned","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0030-keep-return-forms-in-the-order.md","filePath":"docs/explanation/adr/0030-keep-return-forms-in-the-order.md"}');
const _sfc_main = { name: "explanation/adr/0030-keep-return-forms-in-the-order.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="30-keep-return-forms-in-the-order-and-calculate-what-is-returned" tabindex="-1">30. Keep return forms in the order and calculate what is returned <a class="header-anchor" href="#30-keep-return-forms-in-the-order-and-calculate-what-is-returned" aria-label="Permalink to &quot;30. Keep return forms in the order and calculate what is returned&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Goods come back in parts, to several stores concurrently. What was sold must not be returned or refunded twice, whoever asks, crashes or repeats. Return forms are part of the order&#39;s document.</p><p><strong>Decision.</strong> Return forms remain in the order, and the order&#39;s one write path serialises them. <code>returnQuantity</code>, the credits of lines and the totals of forms are calculated in every write from the forms that are not cancelled; nothing is counted up or down. A line of a form whose units, agreement and sold line are unchanged keeps its stored credit; what is new or changed is worth the rounded value of all units so far less what the others have, so that all units together credit the whole.</p><p>A form has the statuses of type <code>ReturnOrder</code>; entering one makes a run with the form&#39;s id. The order&#39;s status changes by the step UpdateOrderStatus only. Numbers of RMA and credit notes are drawn in the transaction that gives them. Exchange and replacement orders are written in the transaction of the change that they are for.</p><p>Considered: forms in a table of their own. Totals, versions, guest view and export would have to join it, and two locks would have to be taken in order.</p><p><strong>Consequences.</strong> No counter can drift. <code>order_return</code> has a row per form for searches, written with the order. The refund is published before the credit note has its number, and again with it: accounting keeps the newest event of a payment. Rules: <a href="/docs/site/reference/behaviour/returns.html">returns.md</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0030-keep-return-forms-in-the-order.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0030KeepReturnFormsInTheOrder = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0030KeepReturnFormsInTheOrder as default
};
