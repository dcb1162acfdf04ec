import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"26. Store uploads in a file before handling them","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0026-store-uploads-before-handling-them.md","filePath":"docs/explanation/adr/0026-store-uploads-before-handling-them.md"}');
const _sfc_main = { name: "explanation/adr/0026-store-uploads-before-handling-them.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="26-store-uploads-in-a-file-before-handling-them" tabindex="-1">26. Store uploads in a file before handling them <a class="header-anchor" href="#26-store-uploads-in-a-file-before-handling-them" aria-label="Permalink to &quot;26. Store uploads in a file before handling them&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Files of up to 25 MiB come as raw bytes or as the part <code>file</code> of a form. In memory, a few dozen concurrent uploads would end the process. A repeated request with the same <code>Idempotency-Key</code> must be distinguished from another one before the first effect.</p><p><strong>Decision.</strong></p><ul><li>A contract says <code>takesFile</code>. The server then reads the body itself: content type and emptiness are checked from the head (415, 400), the bytes go to a file in the folder for uploads and through SHA-256 on the way, and the handler gets path, length, hash and name. The file is removed when the request is finished.</li><li><strong>Same request</strong> means the same query, the same hash and the same name in the form. Whether the bytes came raw or in a form, and how the form was written, does not count. The claim of the key waits for the whole body, so a second request that is sent meanwhile may be read in full and then be refused because the first one is under way.</li><li>Forms are read with <code>@fastify/multipart</code>: <a href="/docs/site/explanation/adr/0051-use-fastify-multipart-for-forms.html">ADR 51</a>, which replaces the earlier decision.</li><li>The rest of a refused body is read and dropped, so that a client which still sends receives the response.</li><li>A body without content type is taken as bytes; an upload with <code>Content-Encoding</code> is 415, because inflating bodies of clients is a risk.</li><li>The gateway forwards such routes as all others: as a stream, counted, held back by a service that reads slowly.</li></ul><p><strong>Consequences.</strong> The folder for uploads needs space: 25 MiB for each upload under way. An upload has 60 s to arrive (3.5 Mbit/s for the largest). Leftovers of a process that died are removed when the next one starts, once they are an hour old.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0026-store-uploads-before-handling-them.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0026StoreUploadsBeforeHandlingThem = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0026StoreUploadsBeforeHandlingThem as default
};
