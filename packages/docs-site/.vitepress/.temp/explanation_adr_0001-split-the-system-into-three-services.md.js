import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"1. Split the system into three services with one contracts package","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0001-split-the-system-into-three-services.md","filePath":"docs/explanation/adr/0001-split-the-system-into-three-services.md"}');
const _sfc_main = { name: "explanation/adr/0001-split-the-system-into-three-services.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="1-split-the-system-into-three-services-with-one-contracts-package" tabindex="-1">1. Split the system into three services with one contracts package <a class="header-anchor" href="#1-split-the-system-into-three-services-with-one-contracts-package" aria-label="Permalink to &quot;1. Split the system into three services with one contracts package&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Retailers replace or scale catalogue, orders and accounting at different times. Copies of types between services drift apart; with calls between services, an outage of one is an outage of all.</p><p><strong>Decision.</strong> Three deployable services behind a gateway. They share <code>packages/contracts</code> only and exchange events only. A model is declared once with TypeBox; validator, TypeScript type, OpenAPI document, event catalogue and test data come from it.</p><p><strong>Consequences.</strong> Each service keeps its own copy of what it needs from others. A change of an event is a change of a contract and visible in review. The caller joins reads of several services.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0001-split-the-system-into-three-services.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0001SplitTheSystemIntoThreeServices = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0001SplitTheSystemIntoThreeServices as default
};
