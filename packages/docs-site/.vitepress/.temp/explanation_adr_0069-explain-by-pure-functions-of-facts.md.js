import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"69. Explain by pure functions of facts","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0069-explain-by-pure-functions-of-facts.md","filePath":"docs/explanation/adr/0069-explain-by-pure-functions-of-facts.md"}');
const _sfc_main = { name: "explanation/adr/0069-explain-by-pure-functions-of-facts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="69-explain-by-pure-functions-of-facts" tabindex="-1">69. Explain by pure functions of facts <a class="header-anchor" href="#69-explain-by-pure-functions-of-facts" aria-label="Permalink to &quot;69. Explain by pure functions of facts&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Why an order is not shipped was an inference over its document, its runs with their attempts, holds, stock, the configuration and the state of connectors: a case that only developers could solve. A response must be true, must say what to do, and must not become a second implementation of the rules.</p><p><strong>Decision.</strong> A module <code>why</code> reads the facts in a fixed number of statements and asks a list of explainers: one small pure function for each situation, from the facts to a reason or to nothing.</p><ul><li><em>The functions that decide are asked, not imitated.</em> What is due is <code>capturesDue</code> and <code>returnRefundDue</code>, which step is next is <code>findNextStep</code>, what may follow is <code>listStatusTransitions</code>, which error counts is <code>needsSomebody</code>. Where the workflow changes, so does its explanation.</li><li><em>For each subject the first explainer that knows its situation wins</em>: a run, a hold, a line, a payment is in one situation. The order has several reasons.</li><li><em>The codes are one table in the contracts</em>, in the order of urgency. Sorting, the reference and the catalogue of tests follow from it, and a code that no test has seen in a real system fails the check.</li><li><em>Reasons start from open errors, not from failed runs</em>: a failure that a later run has made up for, or that someone has closed, is history.</li><li><em>Sentences are English and not stable.</em> Clients decide by <code>code</code> and show <code>sentence</code>.</li><li><em>Each service explains what it has.</em> Accounting does not ask orders why a payment is not captured.</li></ul><p><strong>Considered.</strong> <em>A stored reason, written by each step</em> would be fast to search, and would go stale with everything that happens elsewhere: stock, configuration, time. <em>A rule engine</em> would say in data what one function says in ten lines.</p><p><strong>Consequences.</strong> An explanation costs up to five reads and is not for lists; searches have their own filters. It is read without a common snapshot: a step that ends in between may be missing from it. The state of a circuit breaker is that of the process that responds.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0069-explain-by-pure-functions-of-facts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0069ExplainByPureFunctionsOfFacts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0069ExplainByPureFunctionsOfFacts as default
};
