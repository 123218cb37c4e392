import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { build } from "vite";
import { fileOf, type SiteFiles } from "./site-files.ts";
import { spaDocument, spaProgram } from "./spa-sources.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
};

/** Writes the application into an empty `directory` below the checkout, builds it with Vite as it comes, and answers its files. */
export async function buildSpa(
  directory: string,
  page: { title: string; description: string; language: string; content: unknown; styles: string },
): Promise<SiteFiles> {
  await mkdir(join(directory, "public"), { recursive: true });
  await Promise.all([
    writeFile(join(directory, "index.html"), spaDocument(page)),
    writeFile(join(directory, "main.js"), spaProgram),
    writeFile(join(directory, "site.css"), page.styles),
    writeFile(join(directory, "public/content.json"), JSON.stringify(page.content)),
  ]);
  await build({ root: directory, configFile: false, logLevel: "error", publicDir: "public" });
  const built = join(directory, "dist");
  const files = await readdir(built, { recursive: true, withFileTypes: true });
  return Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async (file) => {
        const path = join(file.parentPath, file.name);
        const address = `/${relative(built, path).split(sep).join("/")}`;
        const type = types[extname(file.name)] ?? "application/octet-stream";
        return fileOf(address === "/index.html" ? "/" : address, type, await readFile(path));
      }),
  );
}
