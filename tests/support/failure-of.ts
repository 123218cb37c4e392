/** Returns the error of work that fails; anything but an error of this class fails the test. */
export async function failureOf<Failure extends Error>(
  expected: new (...given: never[]) => Failure,
  work: Promise<unknown>,
): Promise<Failure> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof expected)) throw new Error(`expected a ${expected.name}, got ${String(error)}`);
  return error;
}
