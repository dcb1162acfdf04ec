import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"89. Find the test of an error without async hooks","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0089-find-the-test-of-an-error-without-async-hooks.md","filePath":"docs/explanation/adr/0089-find-the-test-of-an-error-without-async-hooks.md"}');
const _sfc_main = { name: "explanation/adr/0089-find-the-test-of-an-error-without-async-hooks.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="89-find-the-test-of-an-error-without-async-hooks" tabindex="-1">89. Find the test of an error without async hooks <a class="header-anchor" href="#89-find-the-test-of-an-error-without-async-hooks" aria-label="Permalink to &quot;89. Find the test of an error without async hooks&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-26</p><p><strong>Context.</strong> tap finds the test of an uncaught error with <code>async-hook-domain</code>. It follows every promise of the process through async hooks, and its collection by the garbage collector. Requests in tests create thousands of promises: for 24 test files of orders-workflow in one process this took about 8 of 41 s of processor time, half of it in the garbage collector.</p><p>tap has no setting for it, and the tests of a process run one after the other here (<a href="/docs/site/explanation/adr/0048-tests-run-per-package-many-files-in-a-process.html">ADR 48</a>).</p><p><strong>Decision.</strong> The process that runs test files (<code>tools/test/test-process.ts</code>) resolves <code>async-hook-domain</code> to <code>tools/test/test-domain.ts</code>, which has the same class. An error belongs to the most recently started test that has not ended, or to its file; nothing is followed.</p><p>A file that is run alone, for example under a debugger, uses tap unchanged.</p><p><strong>Consequences.</strong> If something left behind by a test fails while a later test of the same file runs, the error is reported for the later test. The stack shows where it comes from. Only a test that ran its subtests concurrently (<code>jobs</code>) could have an error reported for a correct one; no test does.</p><p>A future version of tap that finds the test differently will not load the module any more. This one is then dead code, and <code>tools/test/run-test-process.long.test.ts</code> still says whether errors reach their file.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0089-find-the-test-of-an-error-without-async-hooks.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0089FindTheTestOfAnErrorWithoutAsyncHooks = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0089FindTheTestOfAnErrorWithoutAsyncHooks as default
};
