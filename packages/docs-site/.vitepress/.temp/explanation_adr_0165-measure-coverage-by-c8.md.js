import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse(`{"title":"165. Measure coverage by c8 over the project's own runner","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0165-measure-coverage-by-c8.md","filePath":"docs/explanation/adr/0165-measure-coverage-by-c8.md"}`);
const _sfc_main = { name: "explanation/adr/0165-measure-coverage-by-c8.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="165-measure-coverage-by-c8-over-the-projects-own-runner" tabindex="-1">165. Measure coverage by c8 over the project&#39;s own runner <a class="header-anchor" href="#165-measure-coverage-by-c8-over-the-projects-own-runner" aria-label="Permalink to &quot;165. Measure coverage by c8 over the project&#39;s own runner&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> Contributors want to see which lines no test reaches. Tests run in processes of <code>tools/test</code>, many files in one, and start services as processes of their own. tap measures coverage only for files that its own runner starts, each in its process.</p><p><strong>Decision.</strong> <code>npm run coverage</code> runs <code>npm test -- PART</code> under c8, which has V8 write the coverage of every process and sums it up: on the terminal, as pages, and as lcov for editors. No number is a condition of a change. turbo is not used for it, since what it replays covers nothing.</p><p>Considered: tap&#39;s coverage. It would need its runner, and one process for each of the files, which takes several times as long. Considered: a threshold in CI. It asks for tests of what is easy to reach; here rules have tests by name (<a href="/docs/site/reference/tested-rules.html">tested rules</a>).</p><p><strong>Consequences.</strong> One development dependency. A process that is killed, as in tests of crashes, covers nothing. A run with coverage takes longer than one without.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0165-measure-coverage-by-c8.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0165MeasureCoverageByC8 = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0165MeasureCoverageByC8 as default
};
