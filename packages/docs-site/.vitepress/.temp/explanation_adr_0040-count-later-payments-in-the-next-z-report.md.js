import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"40. Count later payments in the next Z-report","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0040-count-later-payments-in-the-next-z-report.md","filePath":"docs/explanation/adr/0040-count-later-payments-in-the-next-z-report.md"}');
const _sfc_main = { name: "explanation/adr/0040-count-later-payments-in-the-next-z-report.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="40-count-later-payments-in-the-next-z-report" tabindex="-1">40. Count later payments in the next Z-report <a class="header-anchor" href="#40-count-later-payments-in-the-next-z-report" aria-label="Permalink to &quot;40. Count later payments in the next Z-report&quot;">​</a></h1><p><strong>Status</strong>: accepted; replaces what <a href="/docs/site/explanation/adr/0035-assign-orders-to-z-reports-under-the-lock-of-the-store.html">ADR 35</a> said about refunds; extended by <a href="/docs/site/explanation/adr/0098-count-a-refund-where-it-is-paid-out.html">ADR 98</a></p><p><strong>Context.</strong> Goods come back days after the report that took their order in, and a pending payment of a reported order may be captured late. Web postings leave Pos orders out, and an order is in exactly one Z-report: such money was in no posting.</p><p><strong>Decision.</strong> A report counts payments, not orders. <code>z_report_payment</code> holds the one report of each payment; its key makes two impossible. An order brings the payments that move money by then. Later payments count in the next new report of the order&#39;s store, register and currency, whatever has become of the order, and are listed as <code>laterPayments</code>.</p><p>The trigger on the search row notes reported orders too, with the version that it saw. A close deletes the row only up to the version that it has read; a concurrent write is noted behind it. Nothing is scanned.</p><p>Considered: a second report for the order&#39;s old day. A revision counts an old day as it was; it must not get today&#39;s refund.</p><p><strong>Consequences.</strong> A refund may be in a report whose <code>orderIds</code> do not have its order; the posting names the orders of both. A payment that is corrected or removed after its report is booked again by a revision only. An order that goes to another store while both are closed is refused with 409. Rules: <a href="/docs/site/reference/behaviour/z-reports.html#later-payments">later payments</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0040-count-later-payments-in-the-next-z-report.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0040CountLaterPaymentsInTheNextZReport = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0040CountLaterPaymentsInTheNextZReport as default
};
