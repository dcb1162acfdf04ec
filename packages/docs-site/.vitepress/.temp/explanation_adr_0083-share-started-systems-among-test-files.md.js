import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"83. Share started systems among test files","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0083-share-started-systems-among-test-files.md","filePath":"docs/explanation/adr/0083-share-started-systems-among-test-files.md"}');
const _sfc_main = { name: "explanation/adr/0083-share-started-systems-among-test-files.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="83-share-started-systems-among-test-files" tabindex="-1">83. Share started systems among test files <a class="header-anchor" href="#83-share-started-systems-among-test-files" aria-label="Permalink to &quot;83. Share started systems among test files&quot;">​</a></h1><p><strong>Status</strong>: accepted; adds to <a href="/docs/site/explanation/adr/0048-tests-run-per-package-many-files-in-a-process.html">48</a></p><p><strong>Context.</strong> A full run of the tests took 1,070 s of processor time, of which 45 % were processes that tests had started. A system costs about 9 s to start and stop, and <code>oms</code> 0.4 s to load; sixteen files started a system, and four of them called <code>oms</code> about seventy times. Twelve compilers read the same sources for their types.</p><p><strong>Decision.</strong></p><ul><li>Test files that leave a system as they found it say <code>// Shared process: &lt;what&gt;</code>, run in one process, and get its one system. What such a file stops or kills is back when it ends; the tenant that it needs is put in place when it begins. Files that change what is started, or that measure, keep a system of their own.</li><li>On that system, tests call <code>runOms</code> in their own process. That the program reads its arguments, environment and standard input and ends with the exit code stays tested with real processes: help, wrong usage, profiles, completion, and the commands that run programs of services.</li><li>The types of all packages are checked by one program with one thread. A package does not see more for it: what it may import is the layout check&#39;s to say.</li><li>The sample tenant is loaded once per process, and each test gets a copy.</li></ul><p><strong>Consequences.</strong> A test on a shared system sees what other files have made: it asserts about its own orders, or its file comes first by its name. When the shared system cannot start, all its files fail. A change of one source checks the types of everything again, for 12 s.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0083-share-started-systems-among-test-files.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0083ShareStartedSystemsAmongTestFiles = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0083ShareStartedSystemsAmongTestFiles as default
};
