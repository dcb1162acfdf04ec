import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"35. Assign orders to Z-reports under the lock of the store","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0035-assign-orders-to-z-reports-under-the-lock-of-the-store.md","filePath":"docs/explanation/adr/0035-assign-orders-to-z-reports-under-the-lock-of-the-store.md"}');
const _sfc_main = { name: "explanation/adr/0035-assign-orders-to-z-reports-under-the-lock-of-the-store.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="35-assign-orders-to-z-reports-under-the-lock-of-the-store" tabindex="-1">35. Assign orders to Z-reports under the lock of the store <a class="header-anchor" href="#35-assign-orders-to-z-reports-under-the-lock-of-the-store" aria-label="Permalink to &quot;35. Assign orders to Z-reports under the lock of the store&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Every completed Pos order is in exactly one Z-report, numbers rise by one per store without gaps, and registers of a store may be closed concurrently while sales continue. Orders become completed in many ways: a sale, a status, a batch, an import, a restoration.</p><p><strong>Decision.</strong> A trigger on the search row notes each Pos order that is completed in <code>z_report_waiting</code>, whichever way it was written. <code>z_report_order</code> holds the one report of an order; its key makes two impossible. A close locks the store&#39;s number first: closes of a store go one after the other, sales do not wait, and what is committed after the close has read waits for the next one.</p><p>Figures are summed from what payments were for (their allocation), not from the orders&#39; totals: what was paid is then what was sold, whatever was cancelled, discounted or refunded. The request that made a report is stored, so that the same request is the same report.</p><p>A preview reads one moment (repeatable read) and takes no lock.</p><p><strong>Consequences.</strong> A close reads the documents of the orders that wait, some hundred at a time. An order without <code>RegisterId</code> waits forever and is found by <code>select * from z_report_waiting</code>. Payments after the report: <a href="/docs/site/explanation/adr/0040-count-later-payments-in-the-next-z-report.html">ADR 40</a>. Rules: <a href="/docs/site/reference/behaviour/z-reports.html">z-reports.md</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0035-assign-orders-to-z-reports-under-the-lock-of-the-store.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0035AssignOrdersToZReportsUnderTheLockOfTheStore = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0035AssignOrdersToZReportsUnderTheLockOfTheStore as default
};
