import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Check asset files","description":"","frontmatter":{},"headers":[],"relativePath":"how-to/check-asset-files.md","filePath":"docs/how-to/check-asset-files.md"}');
const _sfc_main = { name: "how-to/check-asset-files.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="check-asset-files" tabindex="-1">Check asset files <a class="header-anchor" href="#check-asset-files" aria-label="Permalink to &quot;Check asset files&quot;">​</a></h1><p>You want to know that every file of an asset exists and is unaltered.</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>npx oms assets verify      # reads every file and compares it with its SHA-256</span></span>
<span class="line"><span>npx oms assets sweep       # removes files without a reference now</span></span></code></pre></div><p><code>verify</code> names files that are <code>missing</code> or <code>altered</code>, with the assets that show them, and exits with 3 when there are any. It may run beside the service at any time.</p><table tabindex="0"><thead><tr><th>Sign</th><th>Meaning</th><th>What to do</th></tr></thead><tbody><tr><td><code>oms_asset_files_missing</code> above 0</td><td>assets show files that are not in the store</td><td>the log names them; restore them, or add the asset again</td></tr><tr><td><code>altered</code></td><td>the content is not that of the name</td><td>take the file of the backup, whose name is the same; or delete it from the store and add the asset again</td></tr><tr><td><code>oms_asset_files_removed_total{reason=&quot;orphan&quot;}</code> rising</td><td>writes die after storing their file</td><td>the log of the service</td></tr><tr><td>log: <code>a sweep of the stored files failed</code></td><td>the store is unreachable, or a right is missing</td><td>the reason in the record</td></tr></tbody></table><p>The commands work on the system that <code>npm start</code> runs, in the store that it was started with. For another one set <code>CATALOG_ASSETS_DATABASE_URL</code> and the variables of the store as they are set for <code>catalog-assets</code>. In a container: <code>node dist/cli/command.js verify</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/how-to/check-asset-files.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const checkAssetFiles = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  checkAssetFiles as default
};
