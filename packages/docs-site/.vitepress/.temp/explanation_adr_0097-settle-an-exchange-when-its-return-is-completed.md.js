import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"97. Settle an exchange when its return is completed","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0097-settle-an-exchange-when-its-return-is-completed.md","filePath":"docs/explanation/adr/0097-settle-an-exchange-when-its-return-is-completed.md"}');
const _sfc_main = { name: "explanation/adr/0097-settle-an-exchange-when-its-return-is-completed.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="97-settle-an-exchange-when-its-return-is-completed" tabindex="-1">97. Settle an exchange when its return is completed <a class="header-anchor" href="#97-settle-an-exchange-when-its-return-is-completed" aria-label="Permalink to &quot;97. Settle an exchange when its return is completed&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> An exchange is a return form of one order and a second order. Its credit may pay for the new goods. No money moves, but Z-reports and the ledger must show it. Web customers get the new goods before the old ones are back, and returns are cancelled.</p><p><strong>Decision.</strong> The settlement is a Credit and a Sale with the payment method <code>Exchange</code>. They are written with the status when the form enters a completed status, in the same transaction: the returned order is locked first, then the exchange order, which is always the newer one. The Sale carries the transaction and the method of the payment that it replaces.</p><p>Considered: settling with the request. The return could then be neither changed nor cancelled before the goods are back. Also considered: a separate step. It would be missing in every existing configuration, and a step cannot write to two orders.</p><p><strong>Consequences.</strong> Until the return is completed the new order is unpaid. A clearing account for the method <code>Exchange</code> ends at 0 in the books of one company. Exchanges between companies that would need a settlement are refused. Rules: <a href="/docs/site/reference/behaviour/returns.html#exchange-settlement">exchange settlement</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0097-settle-an-exchange-when-its-return-is-completed.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0097SettleAnExchangeWhenItsReturnIsCompleted = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0097SettleAnExchangeWhenItsReturnIsCompleted as default
};
