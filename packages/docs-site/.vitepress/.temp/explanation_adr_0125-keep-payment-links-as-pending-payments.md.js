import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"125. Keep payment links as pending payments","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0125-keep-payment-links-as-pending-payments.md","filePath":"docs/explanation/adr/0125-keep-payment-links-as-pending-payments.md"}');
const _sfc_main = { name: "explanation/adr/0125-keep-payment-links-as-pending-payments.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="125-keep-payment-links-as-pending-payments" tabindex="-1">125. Keep payment links as pending payments <a class="header-anchor" href="#125-keep-payment-links-as-pending-payments" aria-label="Permalink to &quot;125. Keep payment links as pending payments&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> A customer on the phone is sent a link to pay by. Between the link and the money are days, in which the link may be lost, paid, paid twice with another payment, expire or be withdrawn. Providers report the money by a transaction, some as a reservation and some as a sale.</p><p><strong>Decision.</strong> A link is a payment of the order: a <code>Sale</code> with status <code>Pending</code>, which no total, rule or posting counts. Its address and its end are properties. It is asked for by a step of a run of its own, as a capture by hand is, so that keys, repeats and take-over by another process are those of all payments. The report of the provider is <code>AddPayments</code> as for every payment, and finds the link by the transaction, whatever type the provider gives it.</p><p>The end is compared with the clock when something is decided, and no task marks expired links: a payment that arrives late is still the customer&#39;s money.</p><p>Considered: rows of their own for links. They would need versions, events, retention, an export and a second truth about what is due. Also considered: withdrawing a link when the order is paid otherwise. That is a call to a provider from any write that records a payment; Why tells people instead, and a second payment shows as overpaid.</p><p><strong>Consequences.</strong> Clients that list payments see links among them, with a status that they know. Rules: <a href="/docs/site/reference/behaviour/payments.html#payment-links">payment links</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0125-keep-payment-links-as-pending-payments.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0125KeepPaymentLinksAsPendingPayments = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0125KeepPaymentLinksAsPendingPayments as default
};
