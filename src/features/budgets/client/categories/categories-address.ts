/** What comes after the address of Spending where the categories lie over it. */
export const categoriesHash = "#categories";
