import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Find what tests do not notice","description":"","frontmatter":{},"headers":[],"relativePath":"how-to/verify-mutants.md","filePath":"docs/how-to/verify-mutants.md"}');
const _sfc_main = { name: "how-to/verify-mutants.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="find-what-tests-do-not-notice" tabindex="-1">Find what tests do not notice <a class="header-anchor" href="#find-what-tests-do-not-notice" aria-label="Permalink to &quot;Find what tests do not notice&quot;">​</a></h1><p>You want to know which faults in pure code no test would find.</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>npm run verify:mutants -- money</span></span>
<span class="line"><span>npm run verify:mutants -- accounting</span></span>
<span class="line"><span>npm run verify:mutants -- order-rules totals/      # only the files below that folder</span></span>
<span class="line"><span>npm run verify:mutants -- order-rules stock/stock- # only the files that begin so</span></span></code></pre></div><p>It changes the code of the field in one place after the other (a condition, an operator, a value), runs the tests of the field that reach the place, and lists each change that all of them passed, with file and line. It fails below 85 % for <code>money</code> and 82 % for <code>accounting</code>, which is what was measured; the aim is 85 %. The score of <code>order-rules</code> is reported and fails nothing until a whole run was measured once. The minimum of each is in <code>tools/mutants/fields.ts</code>: raise it with the score.</p><p>Read each of them:</p><ul><li><strong>A test is missing.</strong> State the behaviour that the change breaks, not the change.</li><li><strong>The code is not needed.</strong> Remove it.</li><li><strong>Both do the same</strong>, such as a quicker way to the same result. Name the kinds of changes and the reason above the line: <code>// Stryker disable next-line ConditionalExpression: same result</code>.</li></ul><p>Tests that open a database and long ones do not take part, nor do the texts of errors and what runs while a module is loaded (<a href="/docs/site/explanation/adr/0163-mutate-pure-code-within-one-process.html">ADR 163</a>). <code>order-rules</code> takes hours on two cores; name a folder. All three run every night, where <code>order-rules</code> may also run out of time without failing the workflow.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/how-to/verify-mutants.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const verifyMutants = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  verifyMutants as default
};
