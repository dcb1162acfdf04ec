import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Change the signing key","description":"","frontmatter":{},"headers":[],"relativePath":"how-to/change-the-signing-key.md","filePath":"docs/how-to/change-the-signing-key.md"}');
const _sfc_main = { name: "how-to/change-the-signing-key.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="change-the-signing-key" tabindex="-1">Change the signing key <a class="header-anchor" href="#change-the-signing-key" aria-label="Permalink to &quot;Change the signing key&quot;">​</a></h1><p>You want to replace the key that signs tokens without interrupting clients. <code>TOKEN_SIGNING_KEYS</code> names a folder, whose keys count in the order of their names, or <code>TOKEN_SIGNING_KEYS_FILE</code> a file with the keys one after the other. The first key signs; all are published.</p><ol><li>Make a key behind the one that signs: <code>openssl genpkey -algorithm ed25519 -out keys/3.pem</code></li><li>Send <code>SIGHUP</code> to every gateway. The key is now published at <code>/.well-known/jwks.json</code>.</li><li>Wait an hour, so that every verifier has seen it. Put it first (<code>mv keys/3.pem keys/1.pem</code>) and send <code>SIGHUP</code>.</li><li>Wait an hour, until the last token of the old key has expired, and until the log of a gateway says <code>what is kept of people and clients is sealed by the signing key of now</code>: with a key that is gone second factors and changed passwords are gone. Remove the old key and send <code>SIGHUP</code>.</li></ol><p>It works when the header of a new token names the new <code>kid</code>, and no client gets 401.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/how-to/change-the-signing-key.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const changeTheSigningKey = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  changeTheSigningKey as default
};
