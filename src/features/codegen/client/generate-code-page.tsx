import { useEffect, useState, useSyncExternalStore, type DragEvent } from "react";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { breadcrumbJsonLd, DocumentHead } from "#client/document-head.tsx";
import { paths } from "#client/routing/paths.ts";
import { takingBack, useUndoable } from "#client/use-undoable.ts";
import { Callout } from "#ui/status/callout.tsx";
import { classNames } from "#ui/class-names.ts";
import { copyText } from "#ui/code/clipboard.ts";
import { findTargetLanguage, targetLanguages } from "../domain/target-languages.ts";
import { createCodeGenerator, startCodegenWorker } from "./code-generator.ts";
import { browserMemory } from "./codegen-memory.ts";
import { createCodegenStore, type CodegenStore } from "./codegen-store.ts";
import { InputPanel } from "./input-panel.tsx";
import { oversizeBytes, oversizeMessage, readSampleFile } from "./input-size.ts";
import { DetectionOptions, LanguageOptionFields } from "./language-options.tsx";
import { OutputPanel } from "./output-panel.tsx";
import { PageControls } from "./page-controls.tsx";
import { decodeShareFragment, encodeShareFragment, isShareFragment, longLinkLength } from "./share-link.ts";
import { billSample, repositorySample, type SiteSample } from "./site-samples.ts";
import styles from "./generate-code-page.module.css";

/** Generates typed code from JSON or a JSON Schema in the browser (docs/reference/product.md, "Routes"). */
export function Component() {
  const [notice, setNotice] = useState<string | null>(null);
  const store = useStore(setNotice);
  const view = useSyncExternalStore(store.subscribe, store.current, store.current);
  const clearWithUndo = useUndoableClear(store);
  const examples = useExamples(
    ({ text, typeName }) => clearWithUndo(() => store.placeExample(text, typeName)),
    setNotice,
  );
  const drop = useFileDrop((file) => void takeFile(file));
  const language = findTargetLanguage(view.language);
  const oversize = oversizeBytes(view.samples);

  async function takeFile(file: File): Promise<void> {
    const read = await readSampleFile(file);
    if ("refusal" in read) setNotice(read.refusal);
    // There is one schema, which the file replaces.
    else if (store.current().kind === "schema") clearWithUndo(() => store.placeFile(read.text));
    else store.placeFile(read.text);
  }

  async function share(): Promise<void> {
    const fragment = await encodeShareFragment(store.shared());
    history.replaceState(history.state, "", fragment);
    const isCopied = await copyText(location.href);
    setNotice(sharedNotice(isCopied, location.href.length));
  }

  return (
    <div className={classNames(styles.page, drop.isOver && styles.dropping)} {...drop.handlers}>
      <PageHead />
      <header className={styles.head}>
        <h1>Generate Code</h1>
        <p className={styles.lead}>
          Generate types, parsers, and serializers from JSON or a JSON Schema in {targetLanguages.length}{" "}
          languages. It happens in your browser. Nothing you paste is sent anywhere.
        </p>
        <noscript>
          <p>Generating code needs JavaScript.</p>
        </noscript>
      </header>
      <PageControls view={view} store={store} onShare={share} />
      <output className={styles.notice}>
        {notice === null ? null : <Callout>{notice}</Callout>}
        {oversize === null ? null : <Callout tone="warning">{oversizeMessage(oversize)}</Callout>}
      </output>
      <div className={styles.panels}>
        <InputPanel
          view={view}
          store={store}
          onFile={(file) => void takeFile(file)}
          onClear={() => clearWithUndo(() => store.clear())}
          examples={examples}
        />
        <section className={styles.result} aria-label="Generated code">
          {language === null ? null : (
            <OutputPanel view={view} language={language} onRetry={() => store.retry()} />
          )}
        </section>
        <section className={styles.settings} aria-label="Options">
          {view.kind === "schema" ? null : (
            <DetectionOptions
              chosen={view.detections}
              onChange={(detections) => store.changeSettings({ detections })}
            />
          )}
          <LanguageOptionFields
            key={view.language}
            label={language?.label ?? view.language}
            options={view.options}
            values={view.languageOptions[view.language] ?? {}}
            onChange={(values) =>
              store.changeSettings({
                languageOptions: { ...view.languageOptions, [view.language]: values },
              })
            }
          />
        </section>
      </div>
    </div>
  );
}

function PageHead() {
  const { publicUrl } = usePublicConfig();
  const trail = [
    { name: "Home", path: paths.home() },
    { name: "Generate Code", path: paths.generateCode() },
  ];
  return (
    <DocumentHead
      title="Generate Code"
      description={`Typed code from JSON or JSON Schema in ${targetLanguages.length} languages, generated in your browser. Nothing you paste is sent anywhere.`}
      canonicalPath={paths.generateCode()}
      jsonLd={[breadcrumbJsonLd(publicUrl, trail)]}
    />
  );
}

function sharedNotice(isCopied: boolean, length: number): string {
  const about = isCopied
    ? "Copied a link with the input and settings."
    : "Couldn’t copy the link. It’s in the address bar.";
  return length > longLinkLength ? `${about} It’s long, and some programs truncate long links.` : about;
}

/** Creates the page's store and fills it after the first render: the server has neither storage nor the fragment. */
function useStore(onNotice: (notice: string | null) => void): CodegenStore {
  const [store] = useState(() => createCodegenStore(createCodeGenerator(startCodegenWorker), browserMemory));
  useEffect(() => {
    async function loadFragment(): Promise<boolean> {
      if (!isShareFragment(location.hash)) return false;
      const shared = await decodeShareFragment(location.hash);
      if (shared !== null) store.load(shared);
      onNotice(shared === null ? "This link is damaged. Ask for a new one." : null);
      return shared !== null;
    }
    async function restore(): Promise<void> {
      if (!(await loadFragment())) store.load(browserMemory.load());
    }
    // A shared link pasted into this tab changes only the fragment.
    const handleHash = () => void loadFragment();
    addEventListener("hashchange", handleHash);
    // After a change, the page no longer matches the shared link.
    const stopWatching = store.onChange(() => {
      if (isShareFragment(location.hash)) history.replaceState(history.state, "", location.pathname);
      onNotice(null);
    });
    void restore();
    return () => {
      removeEventListener("hashchange", handleHash);
      stopWatching();
      store.dispose();
    };
  }, [store, onNotice]);
  return store;
}

function useExamples(onLoaded: (sample: SiteSample) => void, onNotice: (notice: string) => void) {
  const api = useApi();
  const config = usePublicConfig();
  const [loading, setLoading] = useState<string | null>(null);

  async function take(label: string, load: () => Promise<SiteSample>): Promise<void> {
    setLoading(label);
    try {
      onLoaded(await load());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      onNotice(`Couldn’t load the example. ${reason}`);
    }
    setLoading(null);
  }

  return [
    { label: "A bill", load: () => billSample(api) },
    { label: "A repository", load: () => repositorySample(config) },
  ].map(({ label, load }) => ({
    label,
    isLoading: loading === label,
    onTake: () => void take(label, load),
  }));
}

/** Runs an action that clears the input, and offers Undo. */
function useUndoableClear(store: CodegenStore): (replace: () => void) => void {
  const { tell } = useUndoable();
  return (replace) => {
    const before = store.shared();
    replace();
    if (before.samples.every((sample) => sample.trim() === "")) return;
    const undo = takingBack(async () => store.restore(before), "Input restored");
    tell({ text: "Input cleared", undo });
  };
}

/** Accepts a file dropped anywhere on the page. */
function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  function accept(event: DragEvent): boolean {
    if (!event.dataTransfer.types.includes("Files")) return false;
    event.preventDefault();
    return true;
  }
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => setIsOver(accept(event)),
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        setIsOver(false);
        if (!accept(event)) return;
        for (const file of event.dataTransfer.files) onFile(file);
      },
    },
  };
}
