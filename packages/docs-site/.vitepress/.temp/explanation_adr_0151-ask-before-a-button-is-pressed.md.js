import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"151. Ask before a button is pressed","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0151-ask-before-a-button-is-pressed.md","filePath":"docs/explanation/adr/0151-ask-before-a-button-is-pressed.md"}');
const _sfc_main = { name: "explanation/adr/0151-ask-before-a-button-is-pressed.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="151-ask-before-a-button-is-pressed" tabindex="-1">151. Ask before a button is pressed <a class="header-anchor" href="#151-ask-before-a-button-is-pressed" aria-label="Permalink to &quot;151. Ask before a button is pressed&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> A shop adds buttons whose effect only its own service knows. People want to see what a button does before they press it, and what it did must be recorded as everything else is.</p><p><strong>Decision.</strong> A press is a run of one step, which has the behaviour of step <code>Ask</code>: its request, its signature, its key, its closed answer and the way in which that is recorded, waits and is explained. The order keeps its status, as with payments by hand, unless the answer names another.</p><p>The dry run of <code>Ask</code> asks nobody, because its call would be made inside of a transaction. The dry run of a button does ask, in three parts: the rules of the press are tried in a transaction that is rolled back, the question is put outside of any with <code>dryRun: true</code>, and the press is tried again with that answer in place of the call. So what is shown is what the same code makes of the answer, with everything that follows from it.</p><p>The answer of the dry run is not kept for the press. The order may be another by then, and the service must see the version that it decides on. The console sends the version that it has shown: on another one nobody is asked.</p><p>Other than a step of a status the button asks for a held order too. A person has pressed it, who knows of the hold; what the answer would let leave is held back by the rules of every run.</p><p>Considered: to take the answer of the dry run as the answer. It would be one call less, and a decision on an order that may have changed.</p><p><strong>Consequences.</strong> A service that does not know <code>dryRun</code> acts twice. Its keys differ, so that it cannot mistake one for the other. Rules: <a href="/docs/site/reference/behaviour/workflow.html#buttons">buttons</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0151-ask-before-a-button-is-pressed.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0151AskBeforeAButtonIsPressed = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0151AskBeforeAButtonIsPressed as default
};
