import { createHash } from "node:crypto";
import { relative } from "node:path";
import { defineConfig, type Plugin } from "vite";
import react from "@vitejs/plugin-react";

/** Packages that the server loads from node_modules at run time: native code, and code for some machines or `npm run dev`. */
const nativePackages = ["pg-native", "sharp", "vite"];

/** Programs of the owner's, which run beside the built server, in its image too. */
const commands = ["backup", "doctor", "health", "invite", "restore", "rotate-key"];

/** Scripts that run in threads of their own (src/server/threads/thread.ts), by the name that they are built to. */
const threads = {
  "plan-statement": "src/features/transactions/server/statements/plan-thread.ts",
  "search-code": "src/features/code-search/server/index/code-thread.ts",
  "read-statement": "src/features/imports/server/read-thread.ts",
};

/**
 * Leaves the screens' file names out of the browser's router: only the server reads them, to name a page's scripts
 * (`routeModules` in src/client/routing/route-handle.ts).
 */
const screenNamesOnTheServer: Plugin = {
  name: "screen-names-on-the-server",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /\/src\/client\/routing\/router\.tsx$/ },
    handler: (code) => code.replaceAll(/"src\/features\/[^"]+\.tsx"/g, '""'),
  },
};

/**
 * Leaves parts of React Router that nothing here uses out of the browser's files. Its build doesn't mark the contexts and
 * components that it creates on loading as free of side effects, so this does. It also drops the instrumentations, which
 * `createBrowserRouter` isn't given.
 */
const unusedRouterParts: Plugin = {
  name: "unused-router-parts",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /\/react-router\/dist\/production\// },
    handler: (code) =>
      code
        .replaceAll(/= (React\$1\.(?:createContext|forwardRef|memo)\()/g, "= /* @__PURE__ */ $1")
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, "")
        .replaceAll("if (init.instrumentations)", "if (false)"),
  },
};

/**
 * Writes what isn't ASCII as escapes in the server's files, because Node keeps a module with a single other letter in two bytes
 * per letter. Lines stay as they are, so source maps still fit. `String.raw` would see the escape, which means the same in a `RegExp`.
 */
const oneByteSources: Plugin = {
  name: "one-byte-sources",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "ssr",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk") file.code = file.code.replaceAll(/[\u0080-\uffff]/g, escaped);
  },
};

function escaped(codeUnit: string): string {
  return `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Names classes shortly, because their names travel in every page and script. Two alike would style each other's elements. */
function shortClassNames() {
  const owners = new Map<string, string>();
  return (name: string, path: string) => {
    const owner = `${relative(import.meta.dirname, path)} ${name}`;
    const hash = createHash("sha256").update(owner).digest("base64url").slice(0, 5);
    const short = hash.replace(/^[-\d]/, "_$&");
    const other = owners.get(short) ?? owner;
    if (other !== owner) throw new Error(`Rename a class: ${owner} and ${other} are both ${short}.`);
    owners.set(short, owner);
    return short;
  };
}

/** Two builds from one source: what the browser loads, and the server with its commands. */
export default defineConfig(({ command }) => ({
  plugins: [react(), screenNamesOnTheServer, unusedRouterParts, oneByteSources],
  appType: "custom",
  // The server has the pictures of the site: the owner's own stand before those of the sample.
  publicDir: false,
  css: {
    modules: {
      localsConvention: "camelCaseOnly",
      // Readable ones in development.
      ...(command === "build" ? { generateScopedName: shortClassNames() } : {}),
    },
  },
  // As modules, as the browser starts them: wrapped into a function, quicktype's circular imports break.
  worker: { format: "es" },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: true,
        assetsInlineLimit: 0,
        rollupOptions: {
          input: { main: "src/client/main.tsx" },
          output: {
            // The first script lists the files of every screen: without the names of their sources it is a kilobyte shorter.
            chunkFileNames: "assets/[hash:7].js",
            assetFileNames: "assets/[hash:6][extname]",
            codeSplitting: {
              groups: [
                { name: "vendor", test: /[\\/]node_modules[\\/]/, tags: ["$initial"], priority: 3 },
                { name: "shell", test: /[\\/]src[\\/]/, tags: ["$initial"], priority: 2 },
                {
                  name: "content",
                  // With what they need: each script of its own has a beginning to compress, and costs a request.
                  test: /[\\/]src[\\/](?:features[\\/]content[\\/]|ui[\\/](?:prose|status[\\/]chip)\.)|[\\/]useSuspenseQuery\./,
                  minShareCount: 2,
                  priority: 1,
                },
                // One file for what most members' pages share, without what public pages need as well.
                {
                  name: "answers",
                  test: /[\\/]src[\\/]client[\\/]data[\\/]api-failure\./,
                  priority: 1,
                },
                {
                  name: "member",
                  test: /[\\/]src[\\/]client[\\/](?:data|routing)[\\/](?!url-search)/,
                  minShareCount: 5,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      ...(command === "build"
        ? {
            // What packages have for development stays away, whatever the machine says.
            define: { "process.env.NODE_ENV": JSON.stringify("production") },
            resolve: { noExternal: true, external: nativePackages },
          }
        : {}),
      build: {
        outDir: "dist/server",
        copyPublicDir: false,
        target: "node24",
        sourcemap: true,
        rollupOptions: {
          input: {
            main: "src/server/main.ts",
            "entry-server": "src/client/entry-server.tsx",
            ...threads,
            ...Object.fromEntries(commands.map((name) => [name, `scripts/${name}.ts`])),
          },
          output: { chunkFileNames: "parts/[name]-[hash].js" },
          // depd, of oidc-provider, has one.
          checks: { eval: false },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (client && ssr) await Promise.all([builder.build(client), builder.build(ssr)]);
    },
  },
}));
