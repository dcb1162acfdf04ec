import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"119. Share a running system as a package","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0119-share-a-running-system-as-a-package.md","filePath":"docs/explanation/adr/0119-share-a-running-system-as-a-package.md"}');
const _sfc_main = { name: "explanation/adr/0119-share-a-running-system-as-a-package.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="119-share-a-running-system-as-a-package" tabindex="-1">119. Share a running system as a package <a class="header-anchor" href="#119-share-a-running-system-as-a-package" aria-label="Permalink to &quot;119. Share a running system as a package&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> The code that starts, stops, backs up and inspects a system was in <code>tools</code>, the folder of the commands. The command line imported it from there, <code>tools/bench.ts</code> imported <code>bench</code>, and <code>bench</code> and <code>e2e</code> imported <code>tools</code> by paths that no <code>package.json</code> declared: a cycle of packages that neither pnpm nor turbo could see.</p><p><strong>Decision.</strong> What the commands, <code>oms</code>, the stories and the measurements have in common is <code>packages/system</code> (<code>start/</code>, <code>backup/</code>, <code>browser/</code>, programs and requests to a running system). <code>packages/*</code> do not import <code>tools</code>; <code>tools</code> imports neither <code>bench</code> nor <code>e2e</code>; <code>npm run bench</code> is <code>bench/bench.ts</code>. Packages are imported by name only, so knip sees every import that no <code>package.json</code> declares. The first step of every command, <code>bootstrap.mjs</code>, is in <code>packages/launcher</code>, because the program <code>oms</code> of that package is one of its callers.</p><p><strong>Consequences.</strong> The layout check refuses imports against this direction. <code>packages/local-servers</code> stays a separate package: the tests of services use it, and it knows none of them.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0119-share-a-running-system-as-a-package.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0119ShareARunningSystemAsAPackage = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0119ShareARunningSystemAsAPackage as default
};
