import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"9. Run the tests of all packages in one run","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0009-run-all-tests-in-one-run.md","filePath":"docs/explanation/adr/0009-run-all-tests-in-one-run.md"}');
const _sfc_main = { name: "explanation/adr/0009-run-all-tests-in-one-run.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="9-run-the-tests-of-all-packages-in-one-run" tabindex="-1">9. Run the tests of all packages in one run <a class="header-anchor" href="#9-run-the-tests-of-all-packages-in-one-run" aria-label="Permalink to &quot;9. Run the tests of all packages in one run&quot;">​</a></h1><p><strong>Status</strong>: superseded by <a href="/docs/site/explanation/adr/0048-tests-run-per-package-many-files-in-a-process.html">48</a></p><p><strong>Context.</strong> Turbo can run one test task per package, but each would start its own PostgreSQL and print its own summary. tap&#39;s own runner stopped the remaining files when one of them ran out of time, and did not say which file printed what.</p><p><strong>Decision.</strong> tap is the test library: every test file is a program that prints TAP. <code>npm test</code> starts one PostgreSQL, runs all files of all packages as processes of their own, two at a time with a time limit each, reads their TAP, and prints one closing line. A skipped test or a file without tests fails. Each file works in its own database, cloned from a migrated template; files that need NATS start their own nats-server, because streams and consumers are named by the product. Turbo is used for types and builds.</p><p><strong>Consequences.</strong> A single file still runs alone: it then starts its own servers. Caching of test results per package is given up.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0009-run-all-tests-in-one-run.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0009RunAllTestsInOneRun = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0009RunAllTestsInOneRun as default
};
