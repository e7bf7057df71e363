/* Additional exports of builds with the feature test-faults: deliberate faults (src/capi/test_faults.rs). */

#ifndef TEST_FAULTS_H
#define TEST_FAULTS_H

#include "unic_analysis.h"

unic_status unic_test_panic(void);
void unic_test_race(void);
void unic_test_leak(void);
uint8_t unic_test_overread(void);

#endif
