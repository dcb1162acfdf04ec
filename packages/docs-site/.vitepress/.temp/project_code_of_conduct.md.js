import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Code of conduct","description":"","frontmatter":{},"headers":[],"relativePath":"project/code_of_conduct.md","filePath":"CODE_OF_CONDUCT.md"}');
const _sfc_main = { name: "project/code_of_conduct.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="code-of-conduct" tabindex="-1">Code of conduct <a class="header-anchor" href="#code-of-conduct" aria-label="Permalink to &quot;Code of conduct&quot;">​</a></h1><p>This project follows the <a href="https://www.contributor-covenant.org/version/2/1/code_of_conduct/" target="_blank" rel="noreferrer">Contributor Covenant 2.1</a>. In short: be kind, talk about the work and not the person, and take no for an answer.</p><p>Report what breaks it to the maintainers by <em>Report a vulnerability</em> on the <em>Security</em> page of the repository, which only they read. They answer within three working days, tell nobody who has reported, and may ask for an apology, remove what was written, or exclude someone.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("CODE_OF_CONDUCT.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const CODE_OF_CONDUCT = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  CODE_OF_CONDUCT as default
};
