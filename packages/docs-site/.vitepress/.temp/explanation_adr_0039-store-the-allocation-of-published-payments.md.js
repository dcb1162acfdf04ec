import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"39. Store the allocation of each published payment","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0039-store-the-allocation-of-published-payments.md","filePath":"docs/explanation/adr/0039-store-the-allocation-of-published-payments.md"}');
const _sfc_main = { name: "explanation/adr/0039-store-the-allocation-of-published-payments.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="39-store-the-allocation-of-each-published-payment" tabindex="-1">39. Store the allocation of each published payment <a class="header-anchor" href="#39-store-the-allocation-of-each-published-payment" aria-label="Permalink to &quot;39. Store the allocation of each published payment&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> The allocation of a payment is part of its event and ends in the ledger. It used to be computed from all payments against the order as it is. When an order was edited between two payments, the second started from a first one that was never published: lines were booked twice or never, and refunds of a price that was lowered after the capture were deposits instead of sales and VAT taken back.</p><p><strong>Decision.</strong> The allocation of each payment that moves money is stored when it is published, in a column of the order&#39;s row outside the document and its versions, read with the row and written in the statement that saves the order. A new payment is allocated what should be allocated now less what the other payments have. A published allocation changes only when the payment itself changes in amount, type, line or shipment.</p><p>Considered: publishing corrections of earlier payments with each edit. A day that the ERP has reconciled would change although no money moved.</p><p><strong>Consequences.</strong> Entries may be negative. An edit alone books nothing; the next payment makes up for it. Orders from before the column get it with their next write, computed from the order as it was until then and not published. A change of an order&#39;s currency is not converted. The column grows with payments times lines: about 3 % of the document for an order with one capture. Rules: <a href="/docs/site/reference/behaviour/payment-allocation.html">payment-allocation.md</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0039-store-the-allocation-of-published-payments.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0039StoreTheAllocationOfPublishedPayments = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0039StoreTheAllocationOfPublishedPayments as default
};
