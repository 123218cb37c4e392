import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import { uploadFile } from "#client/files/upload-file.ts";
import type { ImportPreview } from "../contract.ts";

/** Query for the person's imports, newest first. */
export function importsQuery(api: Api) {
  return queryOptions({ queryKey: ["imports"], queryFn: () => api.get("/api/GetImports") });
}

const previewKey = "import preview";

type Previewed = {
  /** Number of the file on this page. */
  id: number;
  file: File;
  /** Account that the person came from; it takes a file of one account. */
  accountId: number | undefined;
  answers: Readonly<Record<string, string>>;
  tenant: string;
  onProgress: (share: number) => void;
};

/** Query for what an import of a file would do. Nothing is written, so it may run again for each answer. */
export function previewQuery({ id, file, accountId, answers, tenant, onProgress }: Previewed) {
  return queryOptions({
    queryKey: [previewKey, id, accountId, answers],
    queryFn: ({ signal }) => {
      const form = new FormData();
      form.append("file", file);
      form.append("answers", JSON.stringify(answers));
      if (accountId !== undefined) form.append("accountId", String(accountId));
      const failedText = "Couldn’t upload the file. Check your connection.";
      return uploadFile<ImportPreview>("/api/PreviewImport", form, {
        tenant,
        failedText,
        onProgress,
        signal,
      });
    },
    // A preview is what the person decides about, so only they ask for another.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

/** Reloads everything that an import or its undo changes. */
export async function renewAfterImport(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== previewKey });
}
