/** The product is built in a temporary folder and then moved to `build` (`app/server/build.mjs`). */
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
    // Lazy discovery would need one more request before a person can leave a page, which takes long on a slow
    // network.
    v3_lazyRouteDiscovery: false,
  },
};
