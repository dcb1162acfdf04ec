import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Vipps MobilePay","description":"","frontmatter":{},"headers":[],"relativePath":"reference/behaviour/vipps-mobilepay.md","filePath":"docs/reference/behaviour/vipps-mobilepay.md"}');
const _sfc_main = { name: "reference/behaviour/vipps-mobilepay.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="vipps-mobilepay" tabindex="-1">Vipps MobilePay <a class="header-anchor" href="#vipps-mobilepay" aria-label="Permalink to &quot;Vipps MobilePay&quot;">​</a></h1><p>What the connector <code>packages/connectors/vipps-mobilepay</code> makes of a <a href="/docs/site/reference/behaviour/connectors.html#payment-protocol">payment request</a>, by the ePayment API.</p><table tabindex="0"><thead><tr><th>Operation</th><th>At Vipps MobilePay</th></tr></thead><tbody><tr><td><code>authorize</code>, <code>link</code>, <code>unlink</code></td><td>none: refused. The shop creates the payment, which the customer approves</td></tr><tr><td><code>capture</code>, <code>refund</code></td><td>the modification of this amount</td></tr><tr><td><code>cancel</code></td><td>gives up the whole rest; a part of it is refused</td></tr></tbody></table><p><code>transactionId</code> of the authorisation is the reference of the payment. That of a capture, refund or cancellation is the reference, a full stop and 16 digits of the key.</p><h2 id="vipps-keys" tabindex="-1">Vipps keys <a class="header-anchor" href="#vipps-keys" aria-label="Permalink to &quot;Vipps keys&quot;">​</a></h2><p>The key of Vipps MobilePay is 32 digits of the SHA-256 of ours. Before anything is asked it is looked for in the event log of the payment, which keeps the keys of captures and refunds. A cancellation has none there: that nothing is left says that it was carried out. The connector keeps nothing itself. A key that comes with another amount is <code>unreachable</code>, as are 401, 403, 409, 429 and 5xx.</p><h2 id="vipps-amounts" tabindex="-1">Vipps amounts <a class="header-anchor" href="#vipps-amounts" aria-label="Permalink to &quot;Vipps amounts&quot;">​</a></h2><p>NOK, DKK, SEK and EUR with two decimals. An amount with more is refused.</p><h2 id="vipps-webhooks" tabindex="-1">Vipps webhooks <a class="header-anchor" href="#vipps-webhooks" aria-label="Permalink to &quot;Vipps webhooks&quot;">​</a></h2><p><code>/webhooks</code> takes <code>epayments.payment.authorized.v1</code> and <a href="/docs/site/reference/behaviour/payments.html#added-payments">adds</a> the reservation to its order: the reference is the id of the order, or its id, two dashes and anything else. References have 8 to 64 letters, digits and dashes. The payment is read from Vipps MobilePay: order and number of events do not matter.</p><p>The signature covers the host that Vipps MobilePay calls, which a proxy may change: <code>VIPPS_WEBHOOK_HOST</code> names it. A signature of more than five minutes ago is turned away.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/behaviour/vipps-mobilepay.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const vippsMobilepay = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  vippsMobilepay as default
};
