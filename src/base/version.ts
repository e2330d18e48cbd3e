/** Version of this Steelyard. A test compares it with package.json. */
export const VERSION = "0.1.0";
