import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"46. Publish provider fees and transfers with the payment","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0046-publish-provider-fees-and-transfers-with-the-payment.md","filePath":"docs/explanation/adr/0046-publish-provider-fees-and-transfers-with-the-payment.md"}');
const _sfc_main = { name: "explanation/adr/0046-publish-provider-fees-and-transfers-with-the-payment.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="46-publish-provider-fees-and-transfers-with-the-payment" tabindex="-1">46. Publish provider fees and transfers with the payment <a class="header-anchor" href="#46-publish-provider-fees-and-transfers-with-the-payment" aria-label="Permalink to &quot;46. Publish provider fees and transfers with the payment&quot;">​</a></h1><p><strong>Status</strong>: accepted; split from <a href="/docs/site/explanation/adr/0033-build-z-report-postings-in-their-own-consumer.html">ADR 33</a></p><p><strong>Context.</strong> The ledger books what payment providers keep, and goods that one store of a company sends for another. Neither has a document of its own in the interface, and accounting sees events only.</p><p><strong>Decision.</strong> Both are part of <code>orders.payment.recorded.v1</code>, as optional fields.</p><ul><li>The fee is property <code>ProviderFee</code> of the payment, set at any time by connectors, imports or people; a change publishes the payment again. A text that is no amount is accepted and published as such: refusing it would refuse payments that were made.</li><li><code>transfers</code> has the cost of what the payment pays for, by shipment and warehouse, in the proportion in which the units are paid. Accounting books it when the warehouse is another store of the same company. A Credit has none, because what comes back is put in stock by the store that takes it, which may be any.</li></ul><p>Considered: booking transfers when goods are shipped. Cost would be booked on other days than the sale, and orders that are never paid would move cost.</p><p><strong>Consequences.</strong> Earlier events are read as without fee and transfers. A payment that is published before its shipment has a warehouse has no transfers; the next payment makes up for it. Goods for which nothing was ever to pay do not move in the ledger. Rules: <a href="/docs/site/reference/behaviour/payment-allocation.html#transfers-between-stores">transfers</a>, <a href="/docs/site/reference/behaviour/payments.html#payment-events">payment events</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0046-publish-provider-fees-and-transfers-with-the-payment.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0046PublishProviderFeesAndTransfersWithThePayment = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0046PublishProviderFeesAndTransfersWithThePayment as default
};
