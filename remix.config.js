/** A build is made aside and then moved into `build` (app/server/build.mjs). */
const buildDirectory = process.env.BUILD_DIRECTORY ?? "build";

/** @type {import("@remix-run/dev").VitePluginConfig} */
export default {
  buildDirectory,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_routeConfig: true,
    // One request more before a page can be left for another: a loss on a slow network until measured otherwise.
    v3_lazyRouteDiscovery: false,
  },
};
