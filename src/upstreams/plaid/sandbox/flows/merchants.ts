/** Ways in which a purchase gets its amount: as is, with a tip added, or after an authorization of a token amount. */
export type PurchaseKind = "plain" | "tip" | "fuel" | "online";

/** An invented shop. Amounts in cents. */
export type Merchant = {
  name: string;
  category: string;
  min: number;
  max: number;
  /** Relative frequency. */
  weight: number;
  kind: PurchaseKind;
};

function shop(
  name: string,
  category: string,
  [min, max]: [number, number],
  weight: number,
  kind: PurchaseKind = "plain",
): Merchant {
  return { name, category, min, max, weight, kind };
}

/** Places where the two people spend; everyday shops are far more frequent. */
export const merchants: readonly [Merchant, ...Merchant[]] = [
  shop("Copper Kettle Coffee", "FOOD_AND_DRINK_COFFEE", [375, 1_150], 22),
  shop("Greenbarrow Market", "FOOD_AND_DRINK_GROCERIES", [1_840, 12_460], 16),
  shop("Nine Plums Grocer", "FOOD_AND_DRINK_GROCERIES", [920, 6_380], 12),
  shop("Saltgrass Noodles", "FOOD_AND_DRINK_RESTAURANT", [1_450, 4_900], 8, "tip"),
  shop("Tin Lantern Diner", "FOOD_AND_DRINK_RESTAURANT", [1_900, 7_600], 7, "tip"),
  shop("Paper Boat Tacos", "FOOD_AND_DRINK_FAST_FOOD", [890, 2_350], 8),
  shop("Old Anchor Taproom", "FOOD_AND_DRINK_BEER_WINE_AND_LIQUOR", [1_200, 5_400], 3, "tip"),
  shop("Voltpond Fuel", "TRANSPORTATION_GAS", [2_800, 6_900], 6, "fuel"),
  shop("Wagtail Transit", "TRANSPORTATION_PUBLIC_TRANSIT", [275, 550], 12),
  shop("Quickheron Rides", "TRANSPORTATION_TAXIS_AND_RIDE_SHARES", [980, 3_890], 5, "tip"),
  shop("Slate Street Garage", "TRANSPORTATION_PARKING", [400, 1_800], 3),
  shop("Parcel & Pine", "GENERAL_MERCHANDISE_ONLINE_MARKETPLACES", [1_199, 14_900], 9, "online"),
  shop("Bluebutton Outfitters", "GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES", [2_400, 16_800], 3, "online"),
  shop("Ohmcraft Electronics", "GENERAL_MERCHANDISE_ELECTRONICS", [1_950, 24_900], 2, "online"),
  shop("Hollow Oak Books", "GENERAL_MERCHANDISE_BOOKSTORES_AND_NEWSSTANDS", [899, 5_200], 3),
  shop("Whisker & Root Pets", "GENERAL_MERCHANDISE_PET_SUPPLIES", [1_450, 7_300], 3),
  shop("Brasswing Hardware", "HOME_IMPROVEMENT_HARDWARE", [640, 11_200], 3),
  shop("Clearwick Pharmacy", "MEDICAL_PHARMACIES_AND_SUPPLEMENTS", [520, 4_600], 4),
  shop("Fernbank Dental", "MEDICAL_DENTAL_CARE", [6_500, 18_000], 1),
  shop("Razor & Thistle", "PERSONAL_CARE_HAIR_AND_BEAUTY", [2_800, 6_400], 2, "tip"),
  shop("Moonhatch Cinema", "ENTERTAINMENT_TV_AND_MOVIES", [1_350, 4_200], 2),
  shop("Pixelfen Games", "ENTERTAINMENT_VIDEO_GAMES", [499, 5_999], 2, "online"),
  shop("Tidepool Aquarium", "ENTERTAINMENT_SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS", [1_800, 6_400], 1),
  shop("Harvest Table Fund", "GOVERNMENT_AND_NON_PROFIT_DONATIONS", [1_000, 5_000], 1, "online"),
];
