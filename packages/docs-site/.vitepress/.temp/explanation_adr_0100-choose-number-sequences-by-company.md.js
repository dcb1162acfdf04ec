import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"100. Choose number sequences by company","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0100-choose-number-sequences-by-company.md","filePath":"docs/explanation/adr/0100-choose-number-sequences-by-company.md"}');
const _sfc_main = { name: "explanation/adr/0100-choose-number-sequences-by-company.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="100-choose-number-sequences-by-company" tabindex="-1">100. Choose number sequences by company <a class="header-anchor" href="#100-choose-number-sequences-by-company" aria-label="Permalink to &quot;100. Choose number sequences by company&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-28</p><p><strong>Context.</strong> Credit notes must be numbered without gaps in each set of books. One sequence for all companies of a tenant leaves each of them with gaps that its auditor cannot explain.</p><p><strong>Decision.</strong> Several sequences may share a name. One with <code>accountingCompanyCodes</code> serves the stores of these companies, one without serves all others; <code>requireSequence</code> chooses by store. &quot;Without gaps&quot; means within each sequence. Prefixes are unique across all sequences, so two companies cannot issue the same number. The configuration check also finds stores without a sequence.</p><p>The counter of a sequence with companies is stored under its name and prefix, that of one without under its name alone, as before. A counter that has not issued a number yet continues after the other one of the same name and prefix: naming companies for an existing sequence, or removing them, repeats no number.</p><p>Considered: a sequence per store. Companies number, and stores of one company would have to share a sequence anyway. Also considered: counters per company behind one sequence. The prefixes would be equal, and so would the numbers.</p><p><strong>Consequences.</strong> A changed prefix begins a new series at <code>start</code>. A store whose company changes uses the other sequence from then on. Rules: <a href="/docs/site/reference/behaviour/ids.html#number-sequences">number sequences</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0100-choose-number-sequences-by-company.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0100ChooseNumberSequencesByCompany = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0100ChooseNumberSequencesByCompany as default
};
