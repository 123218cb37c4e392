/** URL hash that opens the dialog for a SimpleFIN setup token over the Accounts page. */
export const setupTokenHash = "#setup-token";
