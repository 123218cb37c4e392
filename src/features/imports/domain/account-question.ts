const beginning = "account:";

/** Returns the id of the question about the account at a position of the file. */
export function accountQuestionId(index: number): string {
  return `${beginning}${index}`;
}

/** Returns true for the id of a question about one of the file's accounts. */
export function isAccountQuestion(id: string): boolean {
  return id.startsWith(beginning);
}
