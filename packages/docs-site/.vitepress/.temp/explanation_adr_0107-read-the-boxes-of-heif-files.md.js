import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"107. Read the boxes of HEIF files","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0107-read-the-boxes-of-heif-files.md","filePath":"docs/explanation/adr/0107-read-the-boxes-of-heif-files.md"}');
const _sfc_main = { name: "explanation/adr/0107-read-the-boxes-of-heif-files.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="107-read-the-boxes-of-heif-files" tabindex="-1">107. Read the boxes of HEIF files <a class="header-anchor" href="#107-read-the-boxes-of-heif-files" aria-label="Permalink to &quot;107. Read the boxes of HEIF files&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> AVIF and HEIC are the same container with different codecs. file-type and libvips judge such a file by its major brand alone: an AVIF file of brand <code>mif1</code> was stored as <code>image/heif</code> without previews, and libvips does not open brand <code>avis</code>, which animated AVIF has. image-size ignores the <code>irot</code> property, so photos of phones had width and height swapped. libheif, inside libvips, applies it, but opens no file whose codec configuration is missing or damaged.</p><p><strong>Decision.</strong> The type follows from all brands of the <code>ftyp</code> box. libvips measures the image. A file whose major brand it does not know is opened as a copy with brand <code>mif1</code>, which shows the still image of animated AVIF. For files that libvips does not open, some 70 lines of our own (<code>heif-size.ts</code>) read the size and rotation of the main item. An image that cannot be decoded is stored without previews: whether our decoder accepts an image says nothing about the browsers and print shops that will show it. The limit of 50 megapixels applies to both ways of measuring.</p><p><strong>Alternatives.</strong> mp4box reads all boxes, but 440 kB of it would process untrusted files for two properties. Decoding HEVC needs a licence.</p><p><strong>Consequences.</strong> A truncated photo is accepted and has no previews; the client sees whether <code>width</code> and <code>height</code> are present or null. Assets stored before have no sizes until their file is stored again: reading every stored file during an upgrade would take hours, and a client can request it with <code>forceUpload</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0107-read-the-boxes-of-heif-files.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0107ReadTheBoxesOfHeifFiles = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0107ReadTheBoxesOfHeifFiles as default
};
