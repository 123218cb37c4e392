import { readIdentity, sessionCookie, type FindPerson } from "#features/auth/server/index.ts";
import type { GitHubLinks } from "#features/github/server/index.ts";
import type { LinkEndings } from "#features/institutions/server/index.ts";
import { tellChanges } from "#server/events/changes.ts";
import { expiredCookie } from "#server/http/cookies.ts";
import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { notFound, signInRequired } from "#shared/errors.ts";
import { personalDataContract } from "../contract.ts";
import { createArchiveFiles } from "./archive-file.ts";
import { PersonalDataDeletion } from "./deletion.ts";
import { readPersonalData } from "./personal-data-view.ts";
import type { Person } from "./personal-tables.ts";
import { RecordStore } from "./record-store.ts";
import { createSubjectHash } from "./subject-hash.ts";

type FeatureOptions = {
  jobs: Jobs;
  banks: LinkEndings;
  github: Pick<GitHubLinks, "unlink">;
  /** Finds a person by the id that GetUsers shows. */
  findPerson: FindPerson;
};

/** Creates the feature for downloading and deleting personal data, each with a record. */
export function createPersonalDataFeature(
  kernel: Kernel,
  { jobs, banks, github, findPerson }: FeatureOptions,
): ServerFeature {
  const { database, now } = kernel;
  const records = new RecordStore(database, now);
  const subjectHashOf = createSubjectHash(kernel.secretKey);
  const deletion = new PersonalDataDeletion({ kernel, jobs, records, subjectHashOf, banks, github });

  async function personOf(userId: string): Promise<Person> {
    const identity = await readIdentity(database, userId);
    // Deleted in another tab since the session was read.
    if (identity === null) throw signInRequired();
    return { userId, subjectHash: subjectHashOf(identity) };
  }

  const archiveFileOf = createArchiveFiles({ kernel, records, personOf });
  return defineFeature({
    name: "personal-data",
    contract: personalDataContract,
    handlers: {
      getPersonalData: async (_input, { session }) =>
        readPersonalData(database, records, { ...(await personOf(session.userId)), session }),
      exportPersonalData: (_input, { session, ...context }) => archiveFileOf(session.userId, context),
      deletePersonalData: async ({ confirmation }, { session, origin, setHeader }) => {
        const status = await deletion.request(session, confirmation);
        setHeader("set-cookie", expiredCookie(sessionCookie, origin.startsWith("https:")));
        return status;
      },
      removePerson: async ({ userId: publicId }, { session }) => {
        const person = await findPerson(publicId);
        if (person === null || person.userId === session.userId) throw notFound();
        const status = await deletion.remove(person.userId);
        tellChanges(kernel.bus, { userId: person.userId, changes: ["sessions"] });
        return status;
      },
      getPersonalDataDeletion: ({ reference }) => deletion.status(reference),
    },
  });
}
