import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"41. Write a status and its in-transaction steps together","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0041-write-a-status-and-its-in-transaction-steps-together.md","filePath":"docs/explanation/adr/0041-write-a-status-and-its-in-transaction-steps-together.md"}');
const _sfc_main = { name: "explanation/adr/0041-write-a-status-and-its-in-transaction-steps-together.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="41-write-a-status-and-its-in-transaction-steps-together" tabindex="-1">41. Write a status and its in-transaction steps together <a class="header-anchor" href="#41-write-a-status-and-its-in-transaction-steps-together" aria-label="Permalink to &quot;41. Write a status and its in-transaction steps together&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> UpdateStatus wrote the status in one commit, with its run, and what the steps did in another. Where a step calls a provider, that is what makes it safe. Most statuses have steps that call nobody: a capture by a <code>manual</code> connector, stock, dates, a queued message. For them it cost two versions, two positions in every index, two sets of events and eight round trips, and left a moment in which a process could die between status and steps.</p><p><strong>Decision.</strong> The status, its run and the in-transaction steps that the run begins with are one transaction and one version. The first step that calls the outside ends it: the status and the steps so far are committed, then the call is written down. A write that itself frees or moves reserved goods is written before its steps, because both begin from what is stored.</p><p>Workflow writes lock the order when they load it (<a href="/docs/site/explanation/adr/0110-write-orders-by-one-list-of-rules.html">ADR 110</a>). <code>Transaction.later</code> defers statements whose result nobody needs, such as movements of stock and messages, so that they leave in one packet with the next one. The save of the order is waited for: a locked order cannot have changed, and if it had, the transaction is rolled back. Deferring it too, behind a COMMIT that was sent already, needed a division by zero in the statement to undo it, and made UpdateStatus with four steps 5 % faster: 0.30 and 0.31 of its baseline, 0.30 and 0.28 without.</p><p><strong>Consequences.</strong> <code>status-changed</code> names all fields that status and steps changed, and no <code>updated</code> follows it. A step that throws, which is a defect, undoes the status too. A request holds its order&#39;s row while its in-transaction steps run. Rules: <a href="/docs/site/reference/behaviour/workflow.html#versions-of-a-run">versions of a run</a>, <a href="/docs/site/reference/behaviour/workflow-steps.html#step-kinds">step kinds</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0041-write-a-status-and-its-in-transaction-steps-together.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0041WriteAStatusAndItsInTransactionStepsTogether = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0041WriteAStatusAndItsInTransactionStepsTogether as default
};
