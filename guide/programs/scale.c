/* Turns a reading of the sensor into the unit of the display. */
int scale(int reading, int lowest, int highest) {
    return (reading - lowest) * 100 / (highest - lowest);
}
