import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"23. Store files by content hash, with holds while a write is under way","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0023-store-files-by-content-hash.md","filePath":"docs/explanation/adr/0023-store-files-by-content-hash.md"}');
const _sfc_main = { name: "explanation/adr/0023-store-files-by-content-hash.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="23-store-files-by-content-hash-with-holds-while-a-write-is-under-way" tabindex="-1">23. Store files by content hash, with holds while a write is under way <a class="header-anchor" href="#23-store-files-by-content-hash-with-holds-while-a-write-is-under-way" aria-label="Permalink to &quot;23. Store files by content hash, with holds while a write is under way&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Assets share content: one certification mark is on thousands of products. A file and a row cannot be written in one transaction. Written in the wrong order, or with a removal in between, a row shows a file that does not exist; written carefully, files without references pile up. Several processes add, replace and delete the same content concurrently, and any of them may die.</p><p><strong>Decision.</strong> The key of a file is the SHA-256 of its content. The references are the rows of <code>asset_place</code>, with a foreign key to <code>stored_file</code>; there is no counter.</p><ul><li>A write takes a hold (<code>file_hold</code>, one hour) before it looks for the content in the store, puts the file unless it is there, and uses the hold up in the transaction of its assets.</li><li>A removal deletes rows without references, commits, and removes the files only afterwards, under an advisory lock per content and after looking again for a row or a hold. Taking a hold takes that lock for a moment.</li><li>A sweep compares store and rows in 256 parts, one process at a time, and removes files without rows after a grace period.</li></ul><p>Considered: a counter kept by triggers (a bottleneck for popular content, wrong after cascades and restores); deleting files after the commit without a lock (a write that has just found the file loses it); never deleting (files must not survive their deletion).</p><p><strong>Consequences.</strong> A row exists only for a stored file. A process that dies leaves, at worst, files without rows. Each stored file costs one small statement and one look into the store more. A removal that a bucket carries out after its caller gave up could take a file that was stored again in that moment; the sweep names it. Rules: <a href="/docs/site/reference/behaviour/assets.html#file-storage">file storage</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0023-store-files-by-content-hash.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0023StoreFilesByContentHash = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0023StoreFilesByContentHash as default
};
