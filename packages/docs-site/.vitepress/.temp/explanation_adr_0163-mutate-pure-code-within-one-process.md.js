import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"163. Mutate pure code within one process","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0163-mutate-pure-code-within-one-process.md","filePath":"docs/explanation/adr/0163-mutate-pure-code-within-one-process.md"}');
const _sfc_main = { name: "explanation/adr/0163-mutate-pure-code-within-one-process.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="163-mutate-pure-code-within-one-process" tabindex="-1">163. Mutate pure code within one process <a class="header-anchor" href="#163-mutate-pure-code-within-one-process" aria-label="Permalink to &quot;163. Mutate pure code within one process&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> Coverage says which lines tests run, not whether they would notice a fault. Stryker changes the code in one place after the other and shows which changes no test notices. Its runner for tap starts a process for each change and each test file that reaches it; <code>order/rules</code> has 10,600 changes, most of them reached by several files.</p><p><strong>Decision.</strong></p><ul><li><code>npm run verify:mutants</code> runs <code>@stryker-mutator/core</code> on three fields of pure code: <code>money</code>, <code>order-rules</code> and <code>accounting</code>. It is outside of <code>npm test</code> and runs every night.</li><li>Its runner (<code>tools/mutants/test-runner.ts</code>) is ours: one process loads a test file again for each change, but not what the file imports. Where a file fails without the change too that made it fail, the process is given up. Only tests without a database take part.</li><li>Not counted are the texts of errors, what runs while a module is loaded, and what a directive (<code>// Stryker disable …: reason</code>) names as equivalent.</li><li>As many of a field&#39;s changes are to be noticed as were when it was measured: 85 % for <code>money</code>, 82 % for <code>accounting</code>. <code>order-rules</code> is only reported until a whole run was measured. The aim is 85 % for each.</li></ul><p>Considered: the runner for tap; a TypeScript checker, which leaves out changes that do not compile, and takes longer than the tests.</p><p><strong>Consequences.</strong> The 300 changes of <code>money</code> take eleven seconds of processor time. What only a test with a database notices counts as unnoticed. Stryker 10.0 fails on a <code>tsconfig.json</code> where TypeScript 7 is installed, so the copy that it works in has none; and it prints <code>(value as Name) &gt; 0</code> without its parentheses, which Node does not read: a comparison does not begin with a cast.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0163-mutate-pure-code-within-one-process.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0163MutatePureCodeWithinOneProcess = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0163MutatePureCodeWithinOneProcess as default
};
