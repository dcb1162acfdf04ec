import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"99. Void left authorisations by a step of the run","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0099-void-left-authorisations-by-a-step-of-the-run.md","filePath":"docs/explanation/adr/0099-void-left-authorisations-by-a-step-of-the-run.md"}');
const _sfc_main = { name: "explanation/adr/0099-void-left-authorisations-by-a-step-of-the-run.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="99-void-left-authorisations-by-a-step-of-the-run" tabindex="-1">99. Void left authorisations by a step of the run <a class="header-anchor" href="#99-void-left-authorisations-by-a-step-of-the-run" aria-label="Permalink to &quot;99. Void left authorisations by a step of the run&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-28</p><p><strong>Context.</strong> An order that is partly delivered and cancelled for the rest keeps an authorisation that nothing will capture: the customer&#39;s money is blocked until it expires. Only configurations with <code>CancelPayments</code> in the right status voided it, and a cancellation of lines enters no status.</p><p><strong>Decision.</strong> The run of the status that ends an order gets another step <code>CancelPayments</code> with the fixed id <code>void-left-authorizations</code>. <code>withLeftVoided</code> adds it when the run&#39;s own steps are finished and a remaining authorisation cannot become due any more. It is a step like others: it has the idempotency key of its effect, retries, results and a place in the timeline, and <code>Why</code> explains it. Connector, time-out and retries are those of the order type&#39;s own payment steps. A cancellation of lines that leaves nothing open gets it too.</p><p>Considered: a step in the sample configuration. Existing tenants would not have it, and a status runs its steps for each shipment, where only the last one ends the order. Also considered: a background task over all orders. It would act without a run that shows what it did.</p><p><strong>Consequences.</strong> A run has a step that is not configured: code that reads runs must not expect to find every step id in the configuration. Setting <code>payments.voidLeftAuthorizations</code> (default true) switches it off for shops that capture later by hand; <code>Why</code> then says what remains. A refusal is requested once and leaves a warning. Rules: <a href="/docs/site/reference/behaviour/payments.html#left-authorisations">left authorisations</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0099-void-left-authorisations-by-a-step-of-the-run.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0099VoidLeftAuthorisationsByAStepOfTheRun = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0099VoidLeftAuthorisationsByAStepOfTheRun as default
};
