import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"33. Build Z-report postings in a consumer of their own","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0033-build-z-report-postings-in-their-own-consumer.md","filePath":"docs/explanation/adr/0033-build-z-report-postings-in-their-own-consumer.md"}');
const _sfc_main = { name: "explanation/adr/0033-build-z-report-postings-in-their-own-consumer.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="33-build-z-report-postings-in-a-consumer-of-their-own" tabindex="-1">33. Build Z-report postings in a consumer of their own <a class="header-anchor" href="#33-build-z-report-postings-in-a-consumer-of-their-own" aria-label="Permalink to &quot;33. Build Z-report postings in a consumer of their own&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> A closed register wants its posting within a second. Postings of web orders are built per day, from thousands of payment events. One consumer for both would make a Z-report wait behind a day&#39;s payments.</p><p><strong>Decision.</strong> A consumer that reads only the Z-reports of the stream keeps every revision and builds the posting in the transaction of the event. What cannot be built is a draft in <code>z_report_draft</code>, retried by the schedule, the command, and a change of the configuration.</p><p>The drawer is booked against the Cash account: payments and refunds have put there what the drawer should hold, and each of <code>cashDiff</code>, <code>cashBank</code> and <code>cashFloat</code> is a pair of lines. When everything counted went to the bank or into the float, the account is at zero after the close.</p><p>What customers paid beyond their orders has no figure in the documented request; it went to the suspense account. The optional figure <code>deposits</code> carries it.</p><p><strong>Consequences.</strong> A report that covers several registers does not say which sold what: its lines name none. What a till sold on account is a row of its own in the report, and its receivable line has no invoice data. Rules: <a href="/docs/site/reference/behaviour/postings.html#z-report-postings">Z-report postings</a> and <a href="/docs/site/reference/behaviour/z-reports.html">z-reports.md</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0033-build-z-report-postings-in-their-own-consumer.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0033BuildZReportPostingsInTheirOwnConsumer = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0033BuildZReportPostingsInTheirOwnConsumer as default
};
