import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"157. Publish packages with the contracts inside","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0157-publish-packages-with-the-contracts-inside.md","filePath":"docs/explanation/adr/0157-publish-packages-with-the-contracts-inside.md"}');
const _sfc_main = { name: "explanation/adr/0157-publish-packages-with-the-contracts-inside.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="157-publish-packages-with-the-contracts-inside" tabindex="-1">157. Publish packages with the contracts inside <a class="header-anchor" href="#157-publish-packages-with-the-contracts-inside" aria-label="Permalink to &quot;157. Publish packages with the contracts inside&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> <code>@open-oms/extend</code> and the connectors need models and types of <code>@open-oms/contracts</code>, a package of the workspace with everything that the services say to each other. Users install packages from a registry or from an archive, with npm, pnpm or yarn. All parts have one version.</p><p><strong>Decision.</strong> <code>npm run pack</code> puts the built modules that a package reaches into its <code>dist/contracts</code>, and makes its imports lead there; the dependency is left out of its manifest. They are copies of what the compiler made, with their types, found by following imports. The workspace knows nothing of it: tests, services and images use the package of the contracts.</p><p>The version is set by a small program, <code>npm run release</code>, from one number. The workflow publishes what <code>npm run pack</code> makes, so a release is tried without one. It uses Docker, Helm, cosign and the programs of its machine rather than further actions, each of which would have to be trusted.</p><p>Considered: to publish the contracts as a package. Its hundreds of modules would be a public interface that has to stay. Considered: <code>bundleDependencies</code>. pnpm packs them with another layout of node_modules only, and bundlers find two places of the same name. Considered: a bundler for code and types. It makes one more tool of what a copy does. Considered: changesets and release-please. They choose versions of each package from files or commits; here is one version, and the changelog is written by people.</p><p><strong>Consequences.</strong> Two packages that are installed together have a copy each of what both use, in all about a megabyte. Their types are the same by structure. What is published is tested in projects outside of the checkout (<code>e2e/released-packages.long.test.ts</code>).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0157-publish-packages-with-the-contracts-inside.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0157PublishPackagesWithTheContractsInside = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0157PublishPackagesWithTheContractsInside as default
};
