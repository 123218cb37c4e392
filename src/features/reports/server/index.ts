export { readNetWorth, type WorthOwner } from "./net-worth-reader.ts";
