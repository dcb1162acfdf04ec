import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse(`{"title":"24. Use Amazon's SDK for S3 and test against a server","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0024-use-amazons-sdk-for-s3.md","filePath":"docs/explanation/adr/0024-use-amazons-sdk-for-s3.md"}`);
const _sfc_main = { name: "explanation/adr/0024-use-amazons-sdk-for-s3.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="24-use-amazons-sdk-for-s3-and-test-against-a-server" tabindex="-1">24. Use Amazon&#39;s SDK for S3 and test against a server <a class="header-anchor" href="#24-use-amazons-sdk-for-s3-and-test-against-a-server" aria-label="Permalink to &quot;24. Use Amazon&#39;s SDK for S3 and test against a server&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Files may be kept in a folder or in a bucket. S3 is a protocol with signatures, retries, several places for credentials, and uploads in parts; many services speak it, each a little differently.</p><p><strong>Decision.</strong></p><ul><li>One type, <code>FileStore</code>, and one suite of tests that both stores pass. The folder store writes a temporary file, syncs it, renames it, and syncs the folder, so that a file is complete or absent, also after a power cut.</li><li><code>@aws-sdk/client-s3</code> speaks S3; it handles credentials, roles, retries and checksums. <code>@aws-sdk/lib-storage</code> uploads files above 8 MiB in parts, two at a time, so that memory does not depend on the size of a file.</li><li>Objects are named by their keys alone. Other objects in the bucket are never listed, changed or removed.</li><li>The address of the service, path style and region are variables of our own; credentials are found by the rules of the SDK, so that roles of machines and pods work without a secret.</li><li>Tests speak HTTP with <code>fauxqs</code>, a small S3 server for Node. It is under development and written for today&#39;s SDK, whose uploads carry checksums in trailers; at <code>s3rver</code>, checksums are a request that has been open for years. <code>fauxqs</code> does not list uploads under way; that one call is tested against a scripted HTTP server.</li></ul><p><strong>Consequences.</strong> The SDK adds some 30 MB to the image and a few hundred milliseconds to the first use. <code>fauxqs</code> does not verify signatures or checksums, so a mistake in those would only show at a real service. Services that know no checksums in trailers need <code>AWS_REQUEST_CHECKSUM_CALCULATION=WHEN_REQUIRED</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0024-use-amazons-sdk-for-s3.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0024UseAmazonsSdkForS3 = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0024UseAmazonsSdkForS3 as default
};
