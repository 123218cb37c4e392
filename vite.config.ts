import { defineConfig } from "vite";
import react from "@vitejs/plugin-react";

/** Two builds from one source: what the browser loads and what the server renders with. */
export default defineConfig({
  plugins: [react()],
  appType: "custom",
  publicDir: "public",
  css: { modules: { localsConvention: "camelCaseOnly" } },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: true,
        assetsInlineLimit: 0,
        rollupOptions: { input: { main: "src/client/main.tsx" } },
      },
    },
    ssr: {
      build: {
        outDir: "dist/server",
        copyPublicDir: false,
        rollupOptions: { input: { "entry-server": "src/client/entry-server.tsx" } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (client && ssr) await Promise.all([builder.build(client), builder.build(ssr)]);
    },
  },
});
