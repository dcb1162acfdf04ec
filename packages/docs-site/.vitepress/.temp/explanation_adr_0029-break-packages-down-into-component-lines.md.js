import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"29. Break packages down into component lines","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0029-break-packages-down-into-component-lines.md","filePath":"docs/explanation/adr/0029-break-packages-down-into-component-lines.md"}');
const _sfc_main = { name: "explanation/adr/0029-break-packages-down-into-component-lines.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="29-break-packages-down-into-component-lines" tabindex="-1">29. Break packages down into component lines <a class="header-anchor" href="#29-break-packages-down-into-component-lines" aria-label="Permalink to &quot;29. Break packages down into component lines&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> A package or bundle is sold as one thing and picked, shipped, returned and stocked as several.</p><p><strong>Decision.</strong> A package is one line, and each of its components is a line that names it. The breakdown happens in the write that adds the package, in every way to add lines except <code>ImportMany</code>, which takes over what another system has done. What was broken down, by us or by the sender, is never broken down again. Everything that acts on quantities is expressed on lines; acting on a package line is translated into its components.</p><p>The price is either on the package line or spread over the components, never both; a setting decides.</p><p>Considered: components as a list inside the package line. Shipments, stock, returns and documents would each need a second way to name goods.</p><p><strong>Consequences.</strong> Sums of prices, discounts and quantities do not change by a breakdown. Tax is rounded per line, so that with spread prices of one rate it may differ by minor units. Every write that adds lines looks products up once; none does with <code>packages.autoBreakdown</code> off. Rules: <a href="/docs/site/reference/behaviour/packages.html">packages.md</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0029-break-packages-down-into-component-lines.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0029BreakPackagesDownIntoComponentLines = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0029BreakPackagesDownIntoComponentLines as default
};
