import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"156. Build the docs site with VitePress","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0156-build-the-docs-site-with-vitepress.md","filePath":"docs/explanation/adr/0156-build-the-docs-site-with-vitepress.md"}');
const _sfc_main = { name: "explanation/adr/0156-build-the-docs-site-with-vitepress.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="156-build-the-docs-site-with-vitepress" tabindex="-1">156. Build the docs site with VitePress <a class="header-anchor" href="#156-build-the-docs-site-with-vitepress" aria-label="Permalink to &quot;156. Build the docs site with VitePress&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> The pages of <code>docs</code> are read on a site that shows Markdown, or in a checkout. Who runs a shop has neither at night, when an alert names a section; and nobody can search them.</p><p><strong>Decision.</strong> <code>packages/docs-site</code> builds all of them, and the pages of the project, with VitePress: search without a server, light and dark, phones. Pages stay as GitHub shows them: anchors are GitHub&#39;s, braces and tags are text, comments are left out, and a link to a source file leads to the repository where one is named. The build fails at a link or an anchor that leads nowhere. It moves the scripts that VitePress writes into pages into files, so the policy of all pages holds (<code>script-src &#39;self&#39;</code>), here and on any other server. The gateway of the image has the site, and alerts of the chart open it there: who gets an alert need not reach the internet.</p><p><code>npm start</code> and <code>npm test</code> do not build it, since it takes half a minute.</p><p>Considered: the pages that <code>/docs/guides</code> renders, for all. It has no search and no navigation, and both would be ours. Considered: Starlight. It asks for a front matter in each page. Considered: the site on a host of ours alone. An installation is often closed, and has the documentation of its own version this way.</p><p><strong>Consequences.</strong> VitePress 1 brings Vite 5 beside the Vite of the console. The image of the gateway grows by 26 MB, and a change of a page rebuilds it.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0156-build-the-docs-site-with-vitepress.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0156BuildTheDocsSiteWithVitepress = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0156BuildTheDocsSiteWithVitepress as default
};
